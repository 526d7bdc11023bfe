// What a worker has read in the operation that it is in, and whether it is still true. The
// engine does not tell what variables a worker has. But it cannot know more than it has read.

function seen(index) {
	const all = readings(game.view.steps, index);
	if (all.length === 0) return null;
	return el("div", {class: "seen"}, el("span", {class: "quiet"}, t("seen")),
		el("ul", {}, all.map(({text, by}) => el("li", {class: by === null ? "" : "stale"}, text.replace(/^reads /, ""),
			by === null ? null : [" ", el("b", {}, t("seen.stale", {letter: game.view.threads[by].letter}))]))));
}

const mostSeen = 110; // letters

// readings are the last reads of each object, but of those by which somebody is stopped. by is who has written the object since.
function readings(steps, index) {
	const all = new Map();
	for (const made of steps) {
		if (made.thread !== index) {
			if (made.wrote && all.has(made.object)) all.get(made.object).by = made.thread;
			continue;
		}
		all.delete(made.object);
		if (!made.wrote && !/^stop \d/.test(made.object)) all.set(made.object, {text: made.says, by: null});
		if (made.notes?.length) all.clear();
	}
	const last = [...all.values()].slice(-4);
	while (last.length > 2 && last.reduce((sum, {text}) => sum + text.length, 0) > mostSeen) last.shift();
	return last;
}
