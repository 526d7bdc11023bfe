// The strip on top: the whole mark, with the shares of the activities of all workers, and a frame around what is seen.

const stripHeight = 46;

// stripShares is how much of each pixel's time the workers spent on each activity.
function stripShares(mark, pixels) {
	const n = activities.length, shares = new Float64Array(pixels * n), scale = pixels / mark.duration;
	for (const lane of mark.lanes) {
		for (let i = 0; i < lane.begin.length; i++) {
			const x1 = Math.min(lane.end[i] * scale, pixels);
			for (let x = lane.begin[i] * scale; x < x1;) {
				const next = Math.min(Math.floor(x) + 1, x1);
				shares[Math.floor(x) * n + lane.activity[i]] += (next - x) / mark.lanes.length;
				x = next;
			}
		}
	}
	return shares;
}

const stripX = time => view.gutter + time / view.mark.duration * (view.width - view.gutter - margin);
const stripTime = x => Math.max(0, Math.min(1, (x - view.gutter) / (view.width - view.gutter - margin))) * view.mark.duration;

function paintOverview() {
	paintFrame(layered(overview, stripHeight, null, paintStrip));
}

function paintStrip(context) {
	const pixels = Math.floor(view.width - view.gutter - margin), n = activities.length;
	const shares = stripShares(view.mark, pixels);
	for (let x = 0; x < pixels; x++) {
		paintShares(context, shares.subarray(x * n, (x + 1) * n), view.gutter + x, 1, stripHeight - 4, stripHeight - 8);
	}
	context.textAlign = "right";
	context.fillStyle = palette.faint;
	context.fillText(view.gutter > 50 ? "whole mark" : "all", view.gutter - 8, stripHeight / 2);
	context.textAlign = "left";
}

// paintFrame veils what is not seen below.
function paintFrame(context) {
	const [x0, x1] = view.selectionOnStrip ? view.selection.map(stripX).sort((a, b) => a - b) : [stripX(view.from), stripX(view.to)];
	context.fillStyle = palette.paper;
	context.globalAlpha = 0.7;
	context.fillRect(view.gutter, 0, x0 - view.gutter, stripHeight);
	context.fillRect(x1, 0, view.width - x1, stripHeight);
	context.globalAlpha = 1;
	context.strokeStyle = palette.accent;
	context.lineWidth = 2;
	context.strokeRect(x0, 1, Math.max(x1 - x0, 2), stripHeight - 2);
}
