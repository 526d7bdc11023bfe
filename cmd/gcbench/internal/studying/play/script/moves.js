// What moves in the schedule: undo, redo, a slider, a hint. These controls stay the same
// elements, so that a slider that is drawn does not slip out of the hand.

function startMoves() {
	byId("undo").onclick = back;
	byId("redo").onclick = forth;
	byId("slider").oninput = event => goTo(Number(event.target.value));
	byId("hint").onclick = hint;
	byId("again").onclick = again;
	byId("predict").checked = memory.predict;
	byId("predict").onchange = event => {
		remember({predict: event.target.checked});
		forget();
	};
}

function back() {
	if (!off("undo")) goTo(game.at - 1);
}

function forth() {
	if (!off("redo")) goTo(game.at + 1);
}

// off says why a control that is off does nothing.
function off(id) {
	const why = byId(id).title; // no control has another title
	if (why) say(why);
	return why !== "";
}

// turnOff takes a control away, with a reason. The focus stays where it is.
function turnOff(id, why) {
	if (why) byId(id).setAttribute("aria-disabled", "true");
	else byId(id).removeAttribute("aria-disabled");
	byId(id).title = why;
}

function drawMoves() {
	const {at, all} = game, from = opening();
	const place = t(from > 0 ? "slider.own" : "slider.at", {at: at - from, n: all.length - from});
	turnOff("undo", at === from ? t("undo.none") : "");
	turnOff("redo", at === all.length ? t("redo.none") : "");
	const slider = byId("slider");
	slider.min = from;
	slider.max = Math.max(all.length, from + 1);
	slider.value = at;
	slider.setAttribute("aria-valuetext", place);
	byId("slider-at").textContent = place;
	byId("score").textContent = memory.asked > 0 ? t("predict.score", {right: memory.right, n: memory.asked}) : "";
	byId("quick").replaceChildren(...game.view.threads.flatMap(quick));
}

// quick are a step button and a run button once more, for narrow screens, where the panels are far away.
function quick(thread, i) {
	const hidden = {type: "button", tabindex: "-1", "aria-hidden": "true", "aria-disabled": thread.can ? undefined : "true"};
	return [
		el("button", {...hidden, class: worker(thread.letter), onclick: () => step(i)}, t("step", {letter: thread.letter}), el("small", {}, thread.can && thread.object ? thread.object : "\u00a0")),
		el("button", {...hidden, class: "onward", onclick: () => run(i)}, t("run.short")),
	];
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
	if (about.repaired) return say(t("hint.repaired"));
	if (!about.winning) return say(t("hint.none"));
	const way = letters(about.winning);
	const shared = [...way].findIndex((letter, i) => game.all[i] !== letter || i >= game.at);
	if (shared < 0) return say(t("hint.there"));
	say(t(shared === game.at ? "hint.next" : "hint.back", {letter: way[shared], n: shared, step: shared + 1}));
}
