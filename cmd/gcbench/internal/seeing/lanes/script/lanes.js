// The canvas of the lanes, with its axis. The canvas is as high as what is seen of it, and draws the lanes that are seen.

function paintLanes() {
	const {lanes} = view.mark;
	const first = Math.max(0, workerAt(ruler)), last = Math.min(lanes.length - 1, workerAt(view.height));
	const context = layered(canvas, view.height, [view.from, view.to, box.scrollTop, view.lane], below => {
		const gap = view.lane >= 10 ? 2 : view.lane >= 5 ? 1 : 0;
		clipToLanes(below);
		for (let i = first; i <= last; i++) paintLane(below, lanes[i], yOf(i) + gap / 2, view.lane - gap);
		paintArrows(below);
		below.restore();
		paintAxis(below, view.height);
	});
	for (let i = first; i <= last; i++) paintName(context, i, yOf(i) + view.lane / 2);
	clipToLanes(context);
	if (view.arrow && seen(view.arrow)) paintArrow(context, view.arrow, palette.accent, 3);
	paintCursor(context);
	context.restore();
	paintSelection(context, view.height);
	canvas.setAttribute("aria-label", `Lanes of ${counted(lanes.length, "worker", "workers")}, from ${moment(view.from, span())} to ${moment(view.to, span())} of ${inWords(view.mark.duration)}`);
}

// clipToLanes keeps what is drawn within the lanes, until context.restore.
function clipToLanes(context) {
	context.save();
	context.beginPath();
	context.rect(view.gutter, ruler, view.width - view.gutter - margin / 2, view.height - ruler);
	context.clip();
}

// paintName writes the number of a worker, or of every tenth or so if lanes are thin.
function paintName(context, worker, y) {
	const every = view.lane >= 12 ? 1 : step(18 / view.lane);
	if (worker % every || y < ruler + 2) return;
	context.textAlign = "right";
	context.fillStyle = view.cursor?.worker === worker ? palette.accent : palette.ink;
	context.fillText(view.gutter > 50 && view.mark.lanes.length < 1000 ? "worker " + worker : worker, view.gutter - 8, y + 0.5);
	context.textAlign = "left";
}

// paintAxis draws ticks on top, and faint lines down to a height.
function paintAxis(context, height) {
	const [size, name] = unitFor(Math.max(view.to, 1));
	const every = step(span() / Math.max(2, (view.width - view.gutter) / 95));
	const decimals = Math.max(0, Math.ceil(Math.log10(size / every) - 1e-9));
	context.fillStyle = palette.faint;
	for (let t = Math.ceil(view.from / every) * every; t <= view.to; t += every) {
		const x = Math.round(xOf(t)) + 0.5;
		context.globalAlpha = 0.45;
		context.fillRect(x - 0.5, ruler - 5, 1, 5);
		context.globalAlpha = 0.14;
		context.fillRect(x - 0.5, ruler, 1, height - ruler);
		context.globalAlpha = 1;
		const text = (t / size).toFixed(decimals) + " " + name, w = context.measureText(text).width;
		context.fillText(text, Math.max(view.gutter, Math.min(x - w / 2, view.width - w)), ruler / 2 - 1);
	}
}

// paintCursor frames the slice that is chosen, and the one under the pointer.
function paintCursor(context) {
	for (const [at, width] of [[view.hover, 1], [view.cursor, 2]]) {
		if (!at || at.worker === undefined) continue;
		const lane = view.mark.lanes[at.worker], i = lane ? sliceAt(lane, at.time) : -1;
		context.strokeStyle = width === 2 ? palette.accent : palette.ink;
		context.lineWidth = width;
		if (i >= 0) {
			const x0 = xOf(Math.max(lane.begin[i], view.from - span())), x1 = xOf(Math.min(lane.end[i], view.to + span()));
			context.strokeRect(x0, yOf(at.worker) + 0.5, Math.max(x1 - x0, 1), view.lane - 1);
		}
		if (width === 2) {
			context.globalAlpha = 0.8;
			context.setLineDash([4, 3]);
			context.beginPath();
			context.moveTo(xOf(at.time), ruler);
			context.lineTo(xOf(at.time), view.height);
			context.stroke();
			context.setLineDash([]);
			context.globalAlpha = 1;
		}
	}
}

function paintSelection(context, height) {
	if (!view.selection) return;
	const [x0, x1] = view.selection.map(xOf).sort((a, b) => a - b);
	context.fillStyle = palette.accent;
	context.globalAlpha = 0.2;
	context.fillRect(x0, 0, x1 - x0, height);
	context.globalAlpha = 1;
	context.fillRect(x0, 0, 1, height);
	context.fillRect(x1 - 1, 0, 1, height);
}
