// Mouse, pen and fingers. A drag moves what is seen. With the shift key, on the axis, outside of the frame on the strip, or if
// the whole mark is seen, it chooses a time. Two fingers zoom. Fingers that move up or down scroll the page, as everywhere.

const pointers = new Map(); // those that are down: where they were last
let drag = null;            // {strip, timeOf, choosing, moved, from, x}
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
	settle();
	const at = place(event), strip = event.currentTarget === overview, timeOf = strip ? stripTime : timeAt;
	pointers.set(event.pointerId, at);
	const choosing = isWhole() || (strip ? !within(timeOf(at.x)) : event.shiftKey || at.y < ruler);
	drag = {strip, timeOf, choosing, moved: false, from: timeOf(at.x), x: at.x};
}

function move(event) {
	const at = place(event), before = pointers.get(event.pointerId);
	view.hover = before || event.currentTarget === overview ? null : pointAt(at);
	if (!before) return redraw();
	if (pointers.size === 2) pinch(event.pointerId, at);
	else dragTo(at, before);
	pointers.set(event.pointerId, at);
}

function dragTo(at, before) {
	if (Math.abs(at.x - drag.x) > 4) drag.moved = true;
	if (!drag.moved) return;
	const {strip, timeOf} = drag;
	if (drag.choosing) {
		const [first, last] = strip ? [0, view.mark.duration] : [view.from, view.to];
		[view.selection, view.selectionOnStrip] = [[drag.from, Math.max(first, Math.min(last, timeOf(at.x)))], strip];
		return redraw();
	}
	canvas.classList.toggle("lanes-dragged", !strip);
	const by = timeOf(before.x) - timeOf(at.x);
	show(...[view.from, view.to].map(time => strip ? time - by : time + by));
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
	[view.selection, view.selectionOnStrip] = [null, false];
	if (event.type === "pointercancel") return redraw();
	if (chosen) return glide(...chosen.sort((a, b) => a - b));
	if (!drag.moved) clicked(at);
	redraw();
}

// clicked chooses a slice, or moves what is seen to a place of the strip.
function clicked(at) {
	const point = pointAt(at);
	if (drag.strip) glide(drag.from - span() / 2, drag.from + span() / 2);
	else if (point?.worker !== undefined) choose(point.worker, point.time);
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
	show(view.from + by, view.to + by);
}

function listenToPointers() {
	for (const target of [canvas, counters]) {
		target.addEventListener("wheel", wheel, {passive: false});
		target.addEventListener("pointerleave", () => { view.hover = null; redraw(); });
	}
	for (const target of [canvas, overview]) {
		for (const [type, listener] of Object.entries({pointerdown: down, pointermove: move, pointerup: up, pointercancel: up})) target.addEventListener(type, listener);
	}
	canvas.addEventListener("dblclick", intoSlice);
	counters.addEventListener("pointermove", event => {
		const time = timeAt(place(event).x);
		view.hover = within(time) ? {time} : null;
		redraw();
	});
	box.addEventListener("scroll", redraw);
}
