// Mouse, pen and fingers. A drag moves the lanes; with the shift key, on the axis, or if the whole mark is seen, it chooses
// a time. Two fingers zoom. Fingers that move up or down scroll the page, as everywhere.

const pointers = new Map(); // those that are down: where they were last
let drag = null;            // {choosing, moved, from, x}
const place = event => {
	const {left, top} = event.currentTarget.getBoundingClientRect();
	return {x: event.clientX - left, y: event.clientY - top};
};

function pointAt({x, y}) {
	if (x < view.gutter || x > view.width - margin / 2) return null;
	const time = Math.max(0, Math.min(view.mark.duration, timeAt(x))), worker = workerAt(y);
	return y < ruler || worker >= view.mark.lanes.length ? {time} : {worker, time};
}

function down(event) {
	if (event.button) return;
	event.currentTarget.setPointerCapture(event.pointerId);
	const at = place(event);
	pointers.set(event.pointerId, at);
	const choosing = event.shiftKey || at.y < ruler || isWhole();
	drag = {choosing, moved: false, from: timeAt(at.x), x: at.x};
	settle();
}

function move(event) {
	const at = place(event), before = pointers.get(event.pointerId);
	if (!before) {
		view.hover = pointAt(at);
		return redraw();
	}
	view.hover = null;
	if (pointers.size === 2) pinch(event.pointerId, at);
	else dragTo(at, before);
	pointers.set(event.pointerId, at);
}

function dragTo(at, before) {
	if (Math.abs(at.x - drag.x) > 4) drag.moved = true;
	if (!drag.moved) return;
	canvas.classList.add("lanes-dragged");
	if (drag.choosing) {
		view.selection = [drag.from, Math.max(view.from, Math.min(view.to, timeAt(at.x)))];
		return redraw();
	}
	const by = timeAt(before.x) - timeAt(at.x);
	show(...inMark(view.from + by, view.to + by));
}

// pinch keeps the times under two fingers where the fingers are.
function pinch(id, at) {
	drag.moved = true;
	view.selection = null;
	const [other] = [...pointers].filter(([key]) => key !== id).map(([, place]) => place);
	const before = pointers.get(id), apart = Math.abs(before.x - other.x), now = Math.abs(at.x - other.x);
	if (apart > 10 && now > 10) zoom(apart / now, timeAt((at.x + other.x) / 2), show);
}

function up(event) {
	const at = pointers.get(event.pointerId);
	if (!at) return;
	pointers.delete(event.pointerId);
	canvas.classList.remove("lanes-dragged");
	if (pointers.size) return;
	const chosen = view.selection;
	view.selection = null;
	if (event.type === "pointercancel") return redraw();
	if (chosen) return glide(...chosen.sort((a, b) => a - b));
	const point = pointAt(at);
	if (!drag.moved && point?.worker !== undefined) choose(point.worker, point.time);
	redraw();
}

function wheel(event) {
	const {x} = place(event);
	if (event.ctrlKey || event.metaKey) {
		event.preventDefault();
		return zoom(Math.exp(event.deltaY * 0.004), timeAt(x), show);
	}
	const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
	if (Math.abs(sideways) <= Math.abs(event.deltaY) && !event.shiftKey) return; // the page scrolls
	event.preventDefault();
	settle();
	const by = sideways / (view.width - view.gutter) * span();
	show(...inMark(view.from + by, view.to + by));
}

// dragStrip moves the frame on the overview, or makes a new one.
function dragStrip(event) {
	if (event.button) return;
	overview.setPointerCapture(event.pointerId);
	settle();
	const start = stripTime(place(event).x), moving = !isWhole() && within(start);
	const [from, to] = [view.from, view.to];
	overview.onpointermove = next => {
		const time = stripTime(place(next).x);
		if (moving) return show(...inMark(from + time - start, to + time - start));
		[view.selection, view.selectionOnStrip] = [[start, time], true];
		redraw();
	};
	overview.onpointerup = overview.onpointercancel = next => {
		const chosen = view.selection;
		overview.onpointermove = overview.onpointerup = overview.onpointercancel = null;
		[view.selection, view.selectionOnStrip] = [null, false];
		const time = stripTime(place(next).x);
		if (moving) return;
		if (chosen && Math.abs(stripX(chosen[0]) - stripX(chosen[1])) > 3) glide(...chosen.sort((a, b) => a - b));
		else if (!isWhole()) glide(...inMark(time - (to - from) / 2, time + (to - from) / 2));
		redraw();
	};
}

function listenToPointers() {
	for (const target of [canvas, counters]) {
		target.addEventListener("wheel", wheel, {passive: false});
		target.addEventListener("pointerleave", () => { view.hover = null; redraw(); });
	}
	canvas.addEventListener("pointerdown", down);
	canvas.addEventListener("pointermove", move);
	canvas.addEventListener("pointerup", up);
	canvas.addEventListener("pointercancel", up);
	canvas.addEventListener("dblclick", intoSlice);
	counters.addEventListener("pointermove", event => {
		const time = timeAt(place(event).x);
		view.hover = within(time) ? {time} : null;
		redraw();
	});
	overview.addEventListener("pointerdown", dragStrip);
	box.addEventListener("scroll", redraw);
}
