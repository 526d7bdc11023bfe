// Two curves below the lanes: how much is grey where nobody else can take it, and how much lies in deques.

const curves = [["private", "grey refs private to workers"], ["deque", "items in deques"]];
const curveHeight = 46, curveGap = 22;

// sumsOf adds up the workers' notes. A worker makes one at the end of each slice, and it holds until the next.
function sumsOf(mark) {
	const notes = mark.lanes.flatMap((lane, worker) => Array.from(lane.end, (time, i) => [time, worker, i])).sort((a, b) => a[0] - b[0]);
	const sums = {time: Float64Array.from(notes, ([time]) => time)};
	for (const [name] of curves) {
		const held = new Float64Array(mark.lanes.length);
		let sum = 0;
		sums[name] = Float64Array.from(notes, ([, worker, i]) => {
			const value = field(mark.lanes[worker], i, name);
			sum += value - held[worker];
			held[worker] = value;
			return sum;
		});
	}
	return sums;
}

const sums = mark => mark.sums ||= sumsOf(mark);

// sumAt is a sum at a time.
function sumAt(name, time) {
	const all = sums(view.mark);
	return all[name][firstAfter(all.time, time) - 1] || 0;
}

function paintCounters() {
	const height = curves.length * (curveHeight + curveGap) + 2;
	const context = layered(counters, height, [view.from, view.to], below => {
		const said = curves.map(([name, title], i) => {
			const most = paintCurve(below, name, title, i * (curveHeight + curveGap) + curveGap);
			return `${title}: at most ${number(most)}`;
		});
		counters.setAttribute("aria-label", said.join("; "));
	});
	if (view.cursor || view.hover) {
		context.fillStyle = view.cursor ? palette.accent : palette.ink;
		context.globalAlpha = 0.8;
		context.fillRect(xOf((view.hover || view.cursor).time) - 0.5, 0, 1, height);
		context.globalAlpha = 1;
	}
	paintSelection(context, height);
}

// paintCurve draws the largest value of each pixel. It returns the largest of all.
function paintCurve(context, name, title, y) {
	const {time, [name]: values} = sums(view.mark);
	const bins = [];
	let i = firstAfter(time, view.from) - 1, value = values[i] || 0, most = 0;
	for (let x = view.gutter; x < view.width - margin; x++) {
		let top = value;
		for (const end = timeAt(x + 1); i + 1 < time.length && time[i + 1] < end; i++) top = Math.max(top, value = values[i + 1]);
		bins.push(top);
		most = Math.max(most, top);
	}
	context.fillStyle = palette.activity[0].fill;
	bins.forEach((v, j) => {
		const h = most ? v / most * curveHeight : 0;
		context.fillRect(view.gutter + j, y + curveHeight - h, 1, h);
	});
	context.fillStyle = palette.faint;
	context.fillRect(view.gutter, y + curveHeight, view.width - view.gutter - margin, 1);
	context.fillText(`${title}, at most ${number(most)} here`, view.gutter, y - curveGap / 2 + 2);
	return most;
}
