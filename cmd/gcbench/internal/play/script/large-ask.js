// What is asked for, one question at a time. While somebody moves a slider, only the last value is asked for.

let choices = null;  // what can be asked for
let request = null;  // what the controls show
let now = null, before = null; // the last two answers
let asking = false, waiting = 0;
const points = new Map(); // speedups by number of workers, by the rest of the request

// ask changes the request, and shows what comes of it.
function ask(change) {
	request = fitting({...request, ...change});
	showControls();
	showLesson();
	clearTimeout(waiting);
	waiting = setTimeout(next, 40);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// next asks until the answer is to the request.
async function next() {
	if (asking) return;
	asking = true;
	part("results").setAttribute("aria-busy", true);
	try {
		for (let asked = null; !same(asked, request);) {
			asked = request;
			show(asked, await answer(asked));
		}
		part("results").setAttribute("aria-busy", false);
		await fillPoints(request);
	} finally {
		asking = false;
	}
}

function show(asked, answered) {
	part("says").classList.toggle("large-wrong", Boolean(answered.error));
	if (answered.error) {
		part("says").textContent = text("large.says.wrong", {error: answered.error});
		return;
	}
	if (!now || !same(now.asked, asked)) before = now;
	now = {...answered, asked};
	notePoint(asked, answered);
	showAll();
}

const restOf = ({workers, ...rest}) => JSON.stringify(rest);

function notePoint(asked, {speedup, error}) {
	const key = restOf(asked);
	if (!points.has(key)) points.set(key, new Map());
	points.get(key).set(asked.workers, error ? null : speedup);
}

// fillPoints asks for the speedups of all numbers of workers, until the request changes.
async function fillPoints(asked) {
	for (const workers of powers(choices.maxWorkers)) {
		if (points.get(restOf(asked))?.has(workers)) continue;
		if (!same(asked, request)) break;
		notePoint({...asked, workers}, await answer({...asked, workers, brief: true}));
		if (same(asked, request)) showSpeedup();
	}
	if (!same(asked, request)) setTimeout(next);
}
