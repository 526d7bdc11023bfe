// Questions: before a step that decides something, the page asks what will come of it.

let pending = null; // the worker whose step waits for an answer

// question asks about the next step of a worker.
function question(index) {
	const thread = game.view.threads[index];
	const {letter, ask} = thread;
	drawWorkers();
	pending = index;
	const answers = ask.answers.map((text, i) => press(`answer-${i}`, `${i + 1}. ${text}`, () => answered(index, i)));
	put("ask-" + letter, el("div", {role: "group", "aria-labelledby": "question", "aria-describedby": ask.means ? "means" : undefined},
		el("p", {id: "question"}, ask.question), ask.means ? el("p", {id: "means", class: "quiet"}, ask.means) : null, el("div", {class: "answers"}, answers,
			press("answer-skip", t("ask.skip"), () => answered(index, -1)))));
	say(ask.question, unseen(ask.means));
	byId("answer-0").focus();
}

// answered makes the step, and says whether the answer was right, and why.
async function answered(index, given) {
	const {letter, ask} = game.view.threads[index];
	pending = null;
	const wrong = await step(index, true);
	if (wrong) drawWorkers();
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
function forget() { pending = null; }
