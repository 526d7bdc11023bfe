// The list of scenes, in groups, and what the scene at hand is about.

function drawScenes() {
	const {scenes, view} = game;
	const groups = [...new Set(scenes.map(scene => scene.group))];
	put("scene-list", groups.map(group => {
		const own = scenes.filter(scene => scene.group === group);
		return [el("h2", {}, group, " ", el("span", {}, t("scenes.count", {done: own.filter(scene => memory.won[scene.name]).length, n: own.length}))),
			el("ol", {start: scenes.indexOf(own[0]) + 1}, own.map(entry))];
	}));
	const number = inList() + 1;
	byId("scene-here").textContent = number ? t("scenes.here", {number, n: scenes.length, title: view.about.title}) : t("scenes.other");
	revealScene();
}

// revealScene scrolls the list beside the scene to its entry.
function revealScene() {
	const list = byId("scenes"), here = list.querySelector("[aria-current]");
	if (!wide.matches || !here) return;
	const top = here.offsetTop - list.scrollTop;
	if (top < 0 || top > list.clientHeight - 60) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

function entry(about) {
	const here = about.name === game.view.about.name, done = memory.won[about.name];
	return el("li", {}, press("scene-" + about.name, [about.title, done ? el("span", {class: "done"}, " ✓ ", el("span", {class: "hidden"}, t("scenes.won"))) : null],
		() => chooseScene(about), {class: "scene", "aria-current": here ? "true" : undefined}));
}

// ofAnswer says whether the scenes run the answer to a lab. Then there is nothing else in the
// page, and the next page may have another answer.
const ofAnswer = () => game.scenes[0].runs === "answer";

// chooseScene opens a scene of the list.
async function chooseScene(about) {
	if (!wide.matches) byId("scenes").open = false;
	await visit(about.name);
	byId("goal").focus({preventScroll: true});
	byId("goal").scrollIntoView({block: "start"});
}

// wide says whether the list has a column of its own.
const wide = matchMedia("(min-width: 64rem)");

// drawGoal says what the player is to bring about.
function drawGoal() {
	const {about} = game.view;
	const runs = {production: t("runs.production"), printed: t("runs.printed", {from: about.from}), broken: t("runs.broken"), toy: t("runs.toy"), answer: t("runs.answer")}[about.runs];
	put("goal",
		el("h2", {}, about.title),
		el("p", {class: "aim"}, el("strong", {}, t("goal")), " ", about.goal),
		el("p", {class: "story"}, about.story));
	put("runs", runs ?? "");
}

// inList is where this scene stands in the list, -1 if it has come from a link.
const inList = () => game.scenes.findIndex(scene => scene.name === game.view.about.name);

// following is the scene after this one.
const following = () => game.scenes[inList() + 1];

// followingGroup is the first scene of the next group, if the scene after this one is not.
function followingGroup() {
	const i = inList();
	const next = game.scenes.find((scene, k) => k > i && scene.group !== game.view.about.group);
	return i < 0 || next === following() ? undefined : next;
}
