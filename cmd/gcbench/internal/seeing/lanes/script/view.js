// What is seen: which mark, from when to when, which workers, and what is chosen.

const part = name => root.querySelector(".lanes-" + name);
const viewer = part("viewer"), box = part("box"), canvas = part("canvas"), overview = part("overview"), counters = part("counters");

const ruler = 22;      // height of the axis above the lanes
const margin = 8;      // right of the lanes
const tallest = 400;   // height of the lanes that are seen at once
const shortest = 100;  // the least time that fills the view, in nanoseconds

const view = {
	mark: null, from: 0, to: 1, // nanoseconds
	width: 600, gutter: 74, lane: 30, fit: false,
	hidden: new Set(), // activities and kinds of arrows that are switched off
	cursor: null,      // {worker, time}: what is chosen
	arrow: null,       // the steal that the cursor stands on
	hover: null,       // what is under the pointer: {worker, time}, or {time} over the counters
	selection: null,   // [from, to] while somebody drags
	printed: false,
};

const span = () => view.to - view.from;
const xOf = time => view.gutter + (time - view.from) / span() * (view.width - view.gutter - margin);
const timeAt = x => view.from + (x - view.gutter) / (view.width - view.gutter - margin) * span();
const yOf = worker => ruler + worker * view.lane - box.scrollTop;
const workerAt = y => Math.floor((y - ruler + box.scrollTop) / view.lane);
const isWhole = () => span() >= view.mark.duration;

// usualHeight is such that some lanes have room for words, and many still have room.
const usualHeight = workers => [[6, 36], [12, 28], [20, 20], [40, 14], [80, 10]].find(([most]) => workers <= most)?.[1] || 7;

const laneHeight = workers => view.fit ? Math.min(36, (tallest - ruler) / workers) : usualHeight(workers);

// measure fits everything to the width of the page.
function measure() {
	const workers = view.mark.lanes.length;
	view.width = view.printed ? 700 : Math.max(240, box.clientWidth);
	view.gutter = view.width < 520 ? 34 : 82;
	view.lane = laneHeight(workers);
	const all = ruler + Math.ceil(workers * view.lane);
	const seen = Math.min(all, tallest);
	box.style.height = seen + "px";
	part("room").style.height = all - seen + "px";
	view.height = seen;
	root.querySelector("[data-do=fit]").hidden = workers * usualHeight(workers) <= tallest - ruler;
}

// show moves the view, within the mark. It keeps the length of time if it must move the ends.
function show(from, to) {
	const {duration} = view.mark;
	const length = Math.min(duration, Math.max(to - from, Math.min(shortest, duration)));
	view.from = Math.max(0, Math.min(from + (to - from - length) / 2, duration - length));
	view.to = view.from + length;
	redraw();
}

let motion = 0, goal = null;

// settle ends a movement at once, so that the next begins where this one was to end.
function settle() {
	cancelAnimationFrame(motion);
	if (goal) show(...goal);
	goal = null;
}

// glide moves the view so that the eye can follow, if the reader has not asked for less motion.
function glide(from, to) {
	settle();
	if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show(from, to);
	goal = [from, to];
	const start = performance.now(), [a, b] = [view.from, view.to];
	const frame = now => {
		const t = (now - start) / 180, eased = t * (2 - t);
		if (t >= 1) return settle();
		show(a + (from - a) * eased, b + (to - b) * eased);
		motion = requestAnimationFrame(frame);
	};
	motion = requestAnimationFrame(frame);
}

// zoom makes the view shorter or longer, around a time that keeps its place.
function zoom(factor, around = view.cursor && within(view.cursor.time) ? view.cursor.time : (view.from + view.to) / 2, how = glide) {
	settle();
	const length = Math.min(view.mark.duration, Math.max(span() * factor, Math.min(shortest, view.mark.duration)));
	const from = around - (around - view.from) * length / span();
	how(from, from + length);
}

const within = time => time >= view.from && time <= view.to;

// reveal moves the view until it has a time and a worker in it.
function reveal(worker, time) {
	settle();
	if (!within(time)) glide(time - span() / 2, time + span() / 2);
	const top = worker * view.lane, seen = view.height - ruler;
	if (top < box.scrollTop) box.scrollTop = top;
	if (top + view.lane > box.scrollTop + seen) box.scrollTop = top + view.lane - seen;
}

let waiting = 0;

// redraw draws everything soon, and once.
function redraw() {
	waiting ||= requestAnimationFrame(() => { waiting = 0; draw(); });
}

// pixels is how many of the canvas are one of the page.
const pixels = () => view.printed ? 3 : window.devicePixelRatio || 1;

// prepare gives a canvas as many pixels as it covers on the screen, and clears it.
function prepare(target, height) {
	const scale = pixels();
	const [w, h] = [Math.round(view.width * scale), Math.round(height * scale)];
	if (target.width !== w || target.height !== h) [target.width, target.height] = [w, h];
	target.style.height = view.printed ? "" : height + "px";
	const context = target.getContext("2d");
	context.setTransform(scale, 0, 0, scale, 0, 0);
	context.clearRect(0, 0, view.width, height);
	context.font = "12px system-ui, sans-serif";
	context.textBaseline = "middle";
	return context;
}

const layers = new Map();

// layered draws what paint paints, and keeps it. It paints again when key is another: a cursor that moves over many slices
// need not draw them all.
function layered(target, height, key, paint) {
	const context = prepare(target, height);
	const layer = layers.get(target) || {canvas: document.createElement("canvas")};
	layers.set(target, layer);
	const whole = JSON.stringify([key, view.mark.number, view.width, height, palette.key, [...view.hidden]]);
	if (layer.key !== whole) {
		paint(prepare(layer.canvas, height));
		layer.key = whole;
	}
	context.save();
	context.resetTransform();
	context.drawImage(layer.canvas, 0, 0);
	context.restore();
	return context;
}
