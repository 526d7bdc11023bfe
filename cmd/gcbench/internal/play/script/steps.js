// The steps so far: a table with a column for each worker, and what moves in it.

function drawSteps() {
	const {whole, at} = game;
	if (whole.steps.length === 0) return put("steps", el("p", {class: "quiet"}, t("steps.none")));
	const head = el("tr", {}, el("th", {scope: "col"}, t("steps.number")), whole.threads.map(({letter, name}) => el("th", {scope: "col"}, badge(letter), " ", name)));
	const rows = whole.steps.flatMap((made, i) => stepRows(made, i, at, whole.threads.length));
	put("steps", el("div", {class: "scroll", id: "table", tabindex: "0", role: "region", "aria-label": t("steps")},
		el("table", {}, el("thead", {}, head), el("tbody", {}, rows))));
	const here = byId("table").querySelector(".now");
	if (here) inSight(byId("table"), here);
}

// inSight scrolls a table until a row can be seen, and one before and after it.
function inSight(table, row) {
	const room = 2 * row.offsetHeight;
	table.scrollTop = Math.max(0, row.offsetTop + row.offsetHeight + room - table.clientHeight);
}

// stepRows are a step and what was noted after it.
function stepRows(made, i, at, threads) {
	const state = i + 1 === at ? "now" : i >= at ? "later" : "";
	const number = press("row-" + i, String(i + 1), () => goTo(i + 1), {class: "number", "aria-label": t("steps.go", {n: i + 1}), "aria-current": i + 1 === at ? "step" : undefined});
	const cells = Array.from({length: threads}, (_, thread) => el("td", {class: thread === made.thread ? worker(String.fromCharCode(97 + thread)) : ""},
		thread === made.thread ? made.text : ""));
	const notes = (made.notes ?? []).map(note => el("tr", {class: `note ${state}`}, Array.from({length: made.thread + 1}, () => el("td")), el("td", {colspan: threads - made.thread}, note)));
	return [el("tr", {class: state, onclick: event => event.target.closest("button") ? undefined : goTo(i + 1)}, el("th", {scope: "row"}, number), cells), ...notes];
}

// drawMoves are undo, redo, the slider over all steps, and questions.
function drawMoves() {
	const {at, all} = game;
	const back = at === 0 ? t("undo.none") : "", forth = at === all.length ? t("redo.none") : "";
	const slider = el("input", {type: "range", id: "slider", min: 0, max: Math.max(all.length, 1), value: at, "aria-label": t("slider"),
		"aria-valuetext": t("slider.at", {at, n: all.length}), oninput: event => goTo(Number(event.target.value))});
	put("moves", quick(),
		press("undo", t("undo"), () => goTo(at - 1), {off: back, "aria-keyshortcuts": "ArrowLeft Backspace"}),
		press("redo", t("redo"), () => goTo(at + 1), {off: forth, "aria-keyshortcuts": "ArrowRight"}),
		el("span", {class: "slide"}, slider, el("output", {for: "slider"}, t("slider.at", {at, n: all.length}))));
	put("aids", press("hint", t("hint"), hint), press("again", t("again"), again, {off: back && forth && t("undo.none")}), score());
}

// quick are the steps once more, for narrow screens, where the panels are far away.
function quick() {
	return el("span", {class: "quick"}, game.view.threads.map((thread, i) => el("button", {type: "button", class: worker(thread.letter), tabindex: "-1",
		"aria-hidden": "true", "aria-disabled": thread.can ? undefined : "true", onclick: () => step(i)}, t("step", {letter: thread.letter}), el("small", {}, thread.can && thread.object ? thread.object : ""))));
}

// again drops all steps and begins with the opening.
function again() {
	forget();
	return open({link: game.link});
}

// hint says how a way to the goal goes on.
function hint() {
	const {about} = game.view;
	if (about.safe) return say(t("hint.safe"));
	const way = letters(about.winning);
	const shared = way.findIndex((letter, i) => game.all[i] !== letter || i >= game.at);
	if (shared < 0) return say(t("hint.there"));
	say(t(shared === game.at ? "hint.next" : "hint.back", {letter: way[shared], n: shared, step: shared + 1}));
}
