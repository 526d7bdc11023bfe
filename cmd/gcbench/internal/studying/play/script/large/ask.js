// What is asked for, one question at a time. While somebody moves a slider, only the last value is asked for.

let choices = null;  // what can be asked for
let request = null;  // what the controls show
let shown = null;    // the request that was answered last
let now = null, before = null; // the last two marks
let asking = false, waiting = 0;
const points = new Map(); // speedups by number of workers, by the rest of the request

// ask changes the request, and shows what comes of it.
function ask(change) {
	request = fitting({...request, ...change});
	showControls();
	showLesson();
	part("results").setAttribute("aria-busy", !same(shown, request));
	clearTimeout(waiting);
	waiting = setTimeout(next, 40);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// next asks until the answer is to the request.
async function next() {
	if (asking) return;
	asking = true;
	while (!same(shown, request)) {
		const asked = request;
		show(asked, await answered(asked));
	}
	part("results").setAttribute("aria-busy", false);
	await fillPoints(request);
	asking = false;
	if (!same(shown, request)) next();
}

// answered is the answer to a request, or an object that says what is wrong with it.
const answered = asked => answer(asked).catch(problem => ({error: problem.message}));

function show(asked, answer) {
	shown = asked;
	part("says").classList.toggle("large-wrong", Boolean(answer.error));
	if (answer.error) {
		part("says").textContent = t("large.says.wrong", {error: answer.error});
		return;
	}
	if (!now || !same(now.asked, asked)) before = now;
	now = {...answer, asked};
	notePoint(asked, answer);
	showAll();
}

const restOf = ({workers, ...rest}) => JSON.stringify(rest);

function notePoint(asked, {speedup, error}) {
	const key = restOf(asked);
	if (!points.has(key)) points.set(key, new Map());
	points.get(key).set(asked.workers, error ? null : speedup);
}

const patience = 500; // milliseconds

// fillPoints asks for the speedups of all numbers of workers, until the request changes, or an answer takes long: then the
// reader would have to wait for answers that nobody has asked for.
async function fillPoints(asked) {
	for (const workers of powers(choices.maxWorkers)) {
		if (!same(asked, request)) return;
		if (points.get(restOf(asked))?.has(workers)) continue;
		const began = performance.now();
		notePoint({...asked, workers}, await answered({...asked, workers, brief: true}));
		if (same(asked, now?.asked)) showSpeedup();
		if (performance.now() - began > patience) return;
	}
}
