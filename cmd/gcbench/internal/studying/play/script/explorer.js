// "Let the explorer find it": a search of all schedules. It has an engine of its own, so that
// the page never waits for it, and stopping it is ending the engine.

const search = {engine: null, began: 0, executions: 0, link: "", how: "", found: null, problem: ""};

function drawExplorer() {
	if (search.link !== game.link) stop();
	const running = search.engine !== null;
	const safe = game.view.about.safe || game.view.about.repaired;
	const ways = safe ? [["fewest", t("find.every")]] : [["fewest", t("find.fewest")], ["shortest", t("find.shortest")]];
	byId("find").textContent = safe ? t("find.everything") : t("find");
	put("explorer", el("p", {}, t(safe ? "find.safe" : "find.how")),
		el("div", {class: "buttons"}, running ? press("stop", t("find.stop"), () => { stop(); drawExplorer(); byId("find-fewest").focus(); })
			: ways.map(([how, label]) => press("find-" + how, label, () => find(how)))),
		running ? el("p", {id: "progress"}, progress()) : null,
		search.problem ? el("p", {class: "problem"}, search.problem) : null,
		search.found ? result(search.found) : null);
}

const progress = () => t("find.progress", {n: search.executions, seconds: seconds()});

const seconds = () => ((performance.now() - search.began) / 1000).toFixed(1);

// stop ends the search and forgets its result.
function stop() {
	search.engine?.end();
	Object.assign(search, {engine: null, found: null, problem: "", link: game.link});
}

async function find(how) {
	stop();
	const mine = search.engine = new Engine(engineBytes);
	Object.assign(search, {began: performance.now(), executions: 0, how});
	drawExplorer();
	byId("stop").focus();
	const found = await mine.ask({do: "find", link: game.link, how}, ({executions}) => {
		search.executions = executions;
		if (search.engine === mine && byId("progress")) byId("progress").textContent = progress();
	});
	if (search.engine === mine) ended(found);
}

// ended shows what a search has found.
function ended(found) {
	const focused = document.activeElement?.id === "stop";
	search.engine.end();
	search.engine = null;
	search.problem = found.problem ?? "";
	search.found = found.problem ? null : {...found, seconds: seconds()};
	if (game.view.about.safe && found.complete && !found.schedule) {
		win(game.view.about.name);
		drawScenes();
	}
	drawExplorer();
	if (focused) (byId("watch") ?? byId("explorer")).focus();
	say(found.problem ?? sentence(search.found));
}

// sentence is the result of a search in words.
function sentence(found) {
	const {executions: n, seconds, failed, steps, preemptions, schedule} = found;
	if (schedule) return [t("found", {failed, steps, schedule}), t("found.after", {n, seconds}), t("found.switches", {n: preemptions}), found.complete ? "" : t("found.maybe")].filter(Boolean).join(" ");
	const reach = found.complete ? t("found.all") : found.below > 0 ? t("found.below", {n: found.below}) : t("found.cut");
	return [t("found.none", {n}), reach, t("found.time", {seconds})].join(" ");
}

function result(found) {
	return [el("p", {class: "result"}, sentence(found)), found.schedule ? el("div", {class: "buttons"}, press("watch", t("watch"), watch)) : null];
}

// watch puts the schedule on the page, at its beginning.
async function watch() {
	await open({link: game.link, all: letters(search.found.schedule), at: letters(game.view.about.opening ?? "").length});
	byId("goal").scrollIntoView({block: "start"});
	byId("redo").focus({preventScroll: true});
	say(t("watching"));
}
