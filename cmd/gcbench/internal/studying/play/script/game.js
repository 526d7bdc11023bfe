// The game: which scene, which steps, and how many of them are made at the moment. Moves wait
// for each other. Each ends with a drawing of the page.

const game = {
	scenes: [],  // stage.About
	mostSteps: 0, // of a schedule
	link: "",    // the scene with its switches
	all: "",     // letters: the steps made, and those that were undone
	at: 0,       // how many are made
	view: null,  // stage.View at this moment
	before: null, // one step before
	whole: null, // after all steps
	borrowed: false, // the steps are those of the explorer or of a link
	early: false, // the steps of the opening are shown, too
	note: "",    // what to tell about the last move
};

let engine = null;
const known = new Map(); // views by link and schedule
const most = 300; // so many views are kept
let turn = Promise.resolve();

// move carries out a move when those before it are done. Its promise is what is wrong, "" if
// nothing is.
function move(action) {
	const late = setTimeout(() => document.body.classList.add("working"), 200);
	turn = turn.then(action).then(() => "", problem => {
		say(problem.message);
		return problem.message;
	}).finally(() => {
		clearTimeout(late);
		document.body.classList.remove("working");
	});
	return turn;
}

// asked is an answer of the engine, or an error with its words. An engine that has ended is
// followed by a new one.
async function asked(request) {
	if (engine.broken) engine = new Engine(engineBytes);
	const answer = await engine.ask(request);
	if (answer.problem) throw new Error(answer.problem);
	return answer;
}

// look is the scene after these steps.
async function look(link, all) {
	const schedule = compact(all);
	const seen = known.get(link + "@" + schedule);
	if (seen) return seen;
	const view = await asked({do: "view", link, schedule});
	if (known.size >= most) known.clear();
	known.set(view.link + "@" + schedule, view);
	return view;
}

// go shows the scene of a link after the first steps of a schedule. If the schedule cannot be
// followed, the rest of it is dropped.
async function go(link, all, at) {
	const whole = await look(link, all);
	all = letters(whole.schedule);
	at = Math.min(at, all.length);
	const view = await look(link, all.slice(0, at));
	const before = at > 0 ? await look(link, all.slice(0, at - 1)) : null;
	Object.assign(game, {link, all, at, view, before, whole, note: whole.note ? t("cut", {why: whole.note}) : ""});
	if (view.won && !game.borrowed && !ofAnswer()) win(view.about.name);
	draw();
	if (view.ended && at > 0) byId("ending").scrollIntoView({block: "nearest"});
}

// open begins a scene, or shows it as a link has it.
function open({link, all = "", at}) {
	return move(async () => {
		const first = await look(link, all), {about} = first;
		const aim = about.name === game.view?.about.name ? "" : unseen(`${t("goal")} ${about.goal}`);
		game.borrowed = all.length > 0 || first.ended;
		game.early = at < letters(about.opening ?? "").length;
		if (all.length === 0) all = letters(about.opening ?? "");
		await go(first.link, all, at ?? all.length);
		say(aim, game.note, game.at === opening() && !game.early ? t("begun") : describe());
	});
}

// opening is how many steps were made before the player begins. The page folds them up while
// nobody looks at them.
function opening() {
	const first = letters(game.view.about.opening ?? "");
	return !game.early && game.all.startsWith(first) && game.at >= first.length ? first.length : 0;
}

// goTo shows another moment.
function goTo(at) {
	return move(async () => {
		await go(game.link, game.all, Math.max(0, Math.min(at, game.all.length)));
		say(describe());
	});
}

// step lets a worker make its next step, if it can.
function step(index, sure = false) {
	return move(async () => {
		const thread = game.view.threads[index];
		if (!thread) return;
		if (!thread.can) return say(whyNot(thread));
		if (thread.ask && memory.predict && !sure) return question(index);
		const again = game.all[game.at] === thread.letter;
		const rest = again ? game.all : game.all.slice(0, game.at) + thread.letter;
		if (!again) game.borrowed = false;
		await go(game.link, rest, game.at + 1);
		say(describe(), coming(index));
	});
}

// run lets a worker go on to its next decision.
function run(index) {
	return move(async () => {
		const thread = game.view.threads[index];
		if (!thread) return;
		if (!thread.can) return say(whyNot(thread));
		const schedule = compact(game.all.slice(0, game.at));
		const {schedule: longer} = await asked({do: "run", link: game.link, schedule, thread: index});
		const all = letters(longer);
		const from = game.at;
		game.borrowed = false;
		await go(game.link, all, all.length);
		say(t("ran", {letter: thread.letter, n: all.length - from}), describe(), coming(index));
	});
}

// whyNot says why a worker cannot make a step.
function whyNot(thread) {
	if (thread.done) return t("thread.done", {name: thread.name, letter: thread.letter});
	if (game.view.ended) return t("thread.over");
	return t("thread.waits", {name: thread.name, letter: thread.letter, why: thread.waits || t("thread.stuck")});
}

// describe is the last step in words, and what came of it.
function describe() {
	const {view, at} = game;
	if (at === 0) return t("at.start");
	const last = view.steps[at - 1];
	return [t("step.made", {step: at, letter: view.threads[last.thread].letter, text: last.says}), ...(last.notes ?? []).map(note => t("noted", {note})), outcome(view)]
		.filter(Boolean).join(" ");
}

// coming is what a worker does next. Its panel shows it.
function coming(index) {
	const thread = game.view.threads[index];
	return game.view.ended ? "" : unseen(thread.can ? touches(thread).replace(/\.?$/, ".") : whyNot(thread));
}

// outcome is how the scene has ended.
function outcome(view) {
	if (view.won) return t(game.borrowed ? "headline.shown" : "won", {failed: view.failed});
	if (view.failed) return t("failed", {failed: view.failed});
	return view.ended ? t("ended") : "";
}

