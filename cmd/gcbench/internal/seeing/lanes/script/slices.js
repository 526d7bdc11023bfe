// The slices of one lane. What is too short to be seen is drawn together, as shares.

const thin = 1.5;  // pixels; what is shorter is drawn together
const short = 6;   // pixels; slices that are longer have a line between them and the next of the same activity

// paintLane draws the slices of a lane between y and y + height.
function paintLane(context, lane, y, height) {
	const group = {shares: new Float64Array(activities.length), x0: 0, x1: -1};
	const scale = palette.scale, snap = x => Math.round(x * scale) / scale;
	const n = lane.begin.length;
	for (let i = firstAfter(lane.end, view.from), next; i < n && lane.begin[i] < view.to; i = next) {
		const a = lane.activity[i];
		next = runFrom(lane, i);
		const x0 = xOf(Math.max(lane.begin[i], view.from)), x1 = xOf(Math.min(lane.end[next - 1], view.to));
		if (x1 - x0 >= thin) {
			paintGroup(context, group, y, height);
			if (!view.hidden.has(activities[a])) paintSlice(context, a, snap(x0), snap(x1), y, height);
			if (x1 - x0 > 34 && height >= 14) paintLabel(context, lane, i, next === i + 1, x0, x1, y + height / 2);
			continue;
		}
		if (group.x1 < 0) group.x0 = x0;
		group.x1 = x1;
		group.shares[a] += x1 - x0;
		if (group.x1 - group.x0 >= 1) paintGroup(context, group, y, height);
	}
	paintGroup(context, group, y, height);
	if (lane.dropped && n && lane.begin[0] > view.from) paintLack(context, xOf(Math.min(lane.begin[0], view.to)), y, height);
}

// runFrom is where a run of short slices of the same activity ends that begins with slice i.
function runFrom(lane, i) {
	const most = short / (xOf(1) - xOf(0)), n = lane.begin.length;
	let next = i + 1;
	if (lane.end[i] - lane.begin[i] > most) return next;
	while (next < n && lane.activity[next] === lane.activity[i] && lane.begin[next] === lane.end[next - 1] && lane.end[next] - lane.begin[next] <= most) next++;
	return next;
}

function paintSlice(context, activity, x0, x1, y, height) {
	const {fill, pattern} = palette.activity[activity];
	context.fillStyle = height > 5 ? pattern : fill;
	context.fillRect(x0, y, x1 - x0, height);
	if (x1 - x0 > short) { // a line between this slice and the next
		context.fillStyle = palette.paper;
		context.fillRect(x1 - 0.75, y, 0.75, height);
	}
}

// paintGroup draws short slices as one column: work below, idleness above.
function paintGroup(context, group, y, height) {
	if (group.x1 < 0) return;
	const all = group.shares.reduce((sum, share) => sum + share, 0) || 1;
	paintShares(context, group.shares, group.x0, Math.max(group.x1 - group.x0, 0.5), y + height, height / all);
	group.shares.fill(0);
	group.x1 = -1;
}

// paintShares draws a column of shares, which are by the numbers of activities, from the bottom up.
function paintShares(context, shares, x, width, bottom, scale) {
	shares.forEach((share, a) => {
		bottom -= share * scale;
		if (!share || view.hidden.has(activities[a])) return;
		context.fillStyle = palette.activity[a].fill;
		context.fillRect(x, bottom, width, share * scale);
	});
}

// paintLabel writes in a slice as much about it as there is room for, and in a run of slices what they are.
function paintLabel(context, lane, i, single, x0, x1, y) {
	const name = activities[lane.activity[i]];
	if (view.hidden.has(name)) return;
	const objects = field(lane, i, "objects"), asked = field(lane, i, "asked");
	const longer = !single ? name : name === "steal" && asked ? "steal from " + (asked - 1) : objects ? name + " " + counted(objects, "object", "objects") : name;
	const text = [longer, name].find(t => context.measureText(t).width + 10 < x1 - x0);
	if (!text) return;
	const {fill, letters, pattern} = palette.activity[lane.activity[i]];
	const w = context.measureText(text).width;
	if (pattern !== fill) {
		context.fillStyle = fill;
		context.fillRect(x0 + 4, y - 7, w + 4, 14);
	}
	context.fillStyle = letters;
	context.fillText(text, x0 + 6, y + 0.5);
}

// paintLack marks a time whose slices were not kept.
function paintLack(context, x, y, height) {
	context.strokeStyle = palette.faint;
	context.setLineDash([2, 3]);
	context.strokeRect(view.gutter + 0.5, y + 0.5, x - view.gutter - 1, height - 1);
	context.setLineDash([]);
	if (x - view.gutter > 70 && height >= 14) {
		context.fillStyle = palette.faint;
		context.fillText("not kept", view.gutter + 6, y + height / 2);
	}
}
