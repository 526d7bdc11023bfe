// A panel for each worker: what it does, the line of its next step, and the button.

// callers is how many functions can be looked at. Narrow panels have room for fewer.
const callers = () => game.view.threads.length > 2 ? 3 : 4;
const chosen = new Map(); // by letter: which of the callers' functions is shown

function drawWorkers() {
	put("workers", game.view.threads.map(panel));
	revealAll();
}

// revealAll lets all listings show their marked lines. The less room there is, the more they scroll.
const revealAll = () => document.querySelectorAll("#workers pre.code").forEach(reveal);

function panel(thread, index) {
	const {letter} = thread;
	return el("section", {class: `panel ${worker(letter)}${thread.can ? "" : " off"}`, "aria-label": called(thread)},
		el("div", {class: "top"}, el("h3", {}, badged(thread)), buttons(thread, index)),
		thread.at?.length ? source(thread, thread.at, [thread.doing ? el("b", {}, thread.doing, ". ") : null, thread.can ? touches(thread) : whyNot(thread)], seen(index)) : last(thread, index));
}

// called is a worker's letter and name, "a, owner of A". Names like "worker a" have the letter.
const called = ({letter, name}) => name.endsWith(" " + letter) ? name : t("called", {letter, name});

// badged is the same with the letter as a badge.
const badged = thread => [badge(thread.letter), unseen(called(thread).slice(0, -thread.name.length)), thread.name];

function buttons(thread, index) {
	const {letter} = thread;
	const off = thread.can ? "" : whyNot(thread);
	return el("div", {class: "buttons"},
		press("step-" + letter, t("step", {letter}), () => step(index), {off, class: "big", "aria-keyshortcuts": letter,
			"aria-label": off ? `${t("step", {letter})}: ${off}` : `${t("step", {letter})}: ${touches(thread)}`}),
		press("run-" + letter, t("run", {letter}), () => run(index), {off, "aria-keyshortcuts": "Shift+" + letter, title: off || t("run.title")}));
}

// touches says what the next step of a worker touches.
function touches(thread) {
	if (!thread.object) return t("touches.none");
	const swaps = thread.at?.length && lineOf(inPage(thread.at[0])).includes("CompareAndSwap(");
	return t(!thread.writes ? "touches.reads" : swaps ? "touches.swaps" : "touches.writes", {object: thread.object});
}

// last is the line of the last step of a worker that has ended.
function last(thread, index) {
	const made = game.view.steps.findLast(one => one.thread === index);
	if (!made?.at?.length) return el("p", {class: "next"}, whyNot(thread));
	return source(thread, made.at, [whyNot(thread), " ", t("last")], null);
}

// source is a line in its function. The callers can be looked at.
function source({letter}, sites, what, known) {
	const at = sites.map(inPage);
	const which = Math.min(chosen.get(letter) ?? usual(at), callers() - 1, at.length - 1);
	const trail = at.slice(0, callers()).map((site, i) => press(`at-${letter}-${i}`, site.function, () => look(i), {class: "site", "aria-pressed": i === which ? "true" : "false",
		title: `${site.file}:${site.line}`})).reverse();
	const look = i => {
		chosen.set(letter, i);
		drawWorkers();
	};
	return [
		el("p", {class: "next"}, el("span", {class: "touch"}, what), el("code", {}, coloured(lineOf(at[0])))),
		known,
		el("div", {class: "trail", role: "group", "aria-label": t("trail")}, at.length > callers() ? "… " : null, trail, callers() > 3 ? el("span", {class: "file"}, at[which].file, changed.has(at[which].file) ? t("code.changed") : "") : null),
		listing(at[which], letter),
	];
}

// usual is the function that the scene wants to be looked at, or the innermost one that is long enough to tell something.
function usual(at) {
	const wanted = at.findIndex(site => site.function === game.view.about.look);
	if (wanted >= 0) return wanted;
	const found = at.findIndex(site => (functionAt(site)?.length ?? 0) > 6);
	return Math.max(0, found);
}
