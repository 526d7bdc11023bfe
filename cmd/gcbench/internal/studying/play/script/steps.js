// The steps so far: a table with a column for each worker, and what moves in it.

function drawSteps() {
	const {whole, at} = game;
	if (whole.steps.length === 0) return put("steps", el("p", {class: "quiet"}, t("steps.none")));
	const head = el("tr", {}, el("th", {scope: "col"}, t("steps.number")), whole.threads.map(thread => el("th", {scope: "col"}, badged(thread))));
	const first = opening();
	const rows = whole.steps.flatMap((made, i) => i < first ? [] : stepRows(made, i, at, whole.threads.length));
	if (first > 0) rows.unshift(openingRow(first, whole.threads.length));
	put("steps", el("div", {class: "scroll", id: "table", tabindex: "0", role: "region", "aria-label": t("steps")},
		el("table", {}, el("thead", {}, head), el("tbody", {}, rows))));
	const here = byId("table").querySelector(".now");
	if (here) inSight(byId("table"), here);
}

// openingRow stands for the steps that were made before the player begins.
function openingRow(n, threads) {
	return el("tr", {class: "note"}, el("td", {colspan: threads + 1}, press("early", t("opening", {n}), () => {
		game.early = true;
		draw();
	})));
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
	const cells = Array.from({length: threads}, (_, thread) => el("td", {class: thread === made.thread ? worker(letterOf(thread)) : ""},
		thread === made.thread ? made.says : ""));
	const notes = (made.notes ?? []).map(note => el("tr", {class: `note ${state}`}, Array.from({length: made.thread + 1}, () => el("td")), el("td", {colspan: threads - made.thread}, note)));
	return [el("tr", {class: state, onclick: event => event.target.closest("button") ? undefined : goTo(i + 1)}, el("th", {scope: "row"}, number, i >= at ? unseen(t("steps.undone")) : null), cells), ...notes];
}
