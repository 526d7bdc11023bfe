// Questions: before a step that decides something, the page asks what will come of it.

let pending = null; // the worker whose step waits for an answer

// question asks about the next step of a worker.
function question(index) {
	const thread = game.view.threads[index];
	const {letter, ask} = thread;
	pending = index;
	const answers = ask.answers.map((text, i) => press(`answer-${i}`, `${i + 1}. ${text}`, () => answered(index, i)));
	put("ask", el("div", {role: "group", "aria-labelledby": "question", "aria-describedby": ask.means ? "means" : undefined},
		el("p", {id: "question"}, badge(letter), ask.question), " ", thread.at?.length ? el("p", {class: "asked"}, el("code", {}, coloured(lineOf(inPage(thread.at[0]))))) : null, el("div", {class: "answers"}, answers,
			press("answer-skip", t("ask.skip"), () => answered(index, -1))), ask.means ? el("p", {id: "means", class: "quiet"}, ask.means) : null));
	say(unseen(`${ask.question} ${ask.means ?? ""}`));
	revealAll();
	showMemory();
	byId("answer-0").focus({preventScroll: true});
}

// answered makes the step, and says whether the answer was right, and why.
async function answered(index, given) {
	const {letter, ask} = game.view.threads[index];
	forget();
	const wrong = await step(index, true);
	byId("step-" + letter)?.focus({preventScroll: true});
	if (wrong) return; // the step is not made, and the page says why
	if (given >= 0) remember({asked: memory.asked + 1, right: memory.right + (given === ask.right ? 1 : 0)});
	say(verdict(ask, given), describe(), coming(index));
	drawMoves();
}

// verdict is what to say of an answer. If the step has ended the scene, the outcome says why.
function verdict({right, why}, given) {
	const word = given < 0 ? "" : given === right ? t("ask.right") : t("ask.wrong");
	return game.view.failed ? word : `${word} ${why}`.trim();
}

// choose answers the question that is asked, by the number of the answer.
function choose(number) {
	if (pending === null || number > game.view.threads[pending].ask.answers.length) return false;
	answered(pending, number - 1);
	return true;
}

// forget drops the question: the player has gone elsewhere.
function forget() {
	pending = null;
	put("ask");
}

// showMemory scrolls to the picture, which a question is about, if the moves or the window hide a part of it.
function showMemory() {
	const picture = byId("picture").getBoundingClientRect();
	if (picture.top < 0 || picture.bottom > byId("moves").getBoundingClientRect().top) byId("picture").scrollIntoView({block: "start"});
}
