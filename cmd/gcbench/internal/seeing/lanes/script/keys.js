// What keys and buttons do. The cursor of the keyboard is a worker and a time.

const cursor = () => view.cursor ||= {worker: Math.max(0, workerAt(ruler)), time: within(0) ? 0 : (view.from + view.to) / 2};

// pan moves the view and the cursor by a part of what is seen.
function pan(part) {
	settle();
	const by = part * span(), at = cursor();
	glide(view.from + by, view.to + by);
	choose(at.worker, Math.max(0, Math.min(view.mark.duration, at.time + by)));
}

function choose(worker, time, arrow = null) {
	view.cursor = {worker, time};
	view.arrow = arrow;
	view.hover = null;
	redraw();
}

// goTo chooses a place, and moves the view until the place is in it.
function goTo(worker, time, arrow) {
	choose(worker, time, arrow);
	reveal(worker, time);
}

// toSlice chooses a slice that lies so many slices later in the same lane.
function toSlice(by) {
	const {worker, time} = cursor(), lane = view.mark.lanes[worker];
	const n = lane.begin.length;
	if (!n) return;
	const i = Math.max(0, Math.min(n - 1, Math.min(firstAfter(lane.end, time), n - 1) + by));
	goTo(worker, (lane.begin[i] + lane.end[i]) / 2);
}

function toWorker(by) {
	const {worker, time} = cursor();
	goTo(Math.max(0, Math.min(view.mark.lanes.length - 1, worker + by)), time);
}

// toSteal chooses the steal that arrives next, or the one before.
function toSteal(by) {
	const {steals} = view.mark;
	if (!steals.length) {
		part("says").textContent = "There is no steal in this mark.";
		return;
	}
	let i = view.arrow ? steals.indexOf(view.arrow) + by : -1;
	if (!view.arrow) {
		const from = view.cursor ? view.cursor.time : view.from;
		i = by > 0 ? steals.findIndex(a => a.arrived >= from) : steals.findLastIndex(a => a.arrived <= from);
		if (i < 0) i = by > 0 ? steals.length - 1 : 0;
	}
	const arrow = steals[Math.max(0, Math.min(steals.length - 1, i))];
	goTo(arrow.to, arrow.arrived, arrow);
}

// intoSlice fills most of the view with the slice that is chosen.
function intoSlice() {
	const {worker, time} = cursor(), lane = view.mark.lanes[worker], i = sliceAt(lane, time);
	if (i < 0) return zoom(0.5);
	const length = lane.end[i] - lane.begin[i];
	glide(lane.begin[i] - length, lane.end[i] + length);
}

const whole = () => glide(0, view.mark.duration);

const deeds = {
	in: () => zoom(1 / 2), out: () => zoom(2), whole, next: () => toSteal(1), previous: () => toSteal(-1),
	fit(button) {
		view.fit = !view.fit;
		button.setAttribute("aria-pressed", view.fit);
		measure();
		redraw();
	},
};

const keys = {
	ArrowLeft: () => pan(-0.1), ArrowRight: () => pan(0.1), ArrowUp: () => toWorker(-1), ArrowDown: () => toWorker(1),
	"+": deeds.in, "=": deeds.in, "-": deeds.out, _: deeds.out, 0: whole, n: deeds.next, p: deeds.previous,
	Enter: intoSlice, Home: () => goTo(cursor().worker, 0), End: () => goTo(cursor().worker, view.mark.duration),
	Escape() {
		view.cursor = view.arrow = view.hover = null;
		redraw();
	},
};
const shifted = {...keys, ArrowLeft: () => toSlice(-1), ArrowRight: () => toSlice(1)};

function listenToKeys() {
	canvas.addEventListener("keydown", event => {
		const deed = (event.shiftKey ? shifted : keys)[event.key];
		if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		deed();
	});
	canvas.addEventListener("focus", () => {
		if (canvas.matches(":focus-visible")) cursor();
		redraw();
	});
	for (const button of root.querySelectorAll("[data-do]")) button.addEventListener("click", () => deeds[button.dataset.do](button));
}
