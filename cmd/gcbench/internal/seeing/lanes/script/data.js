// The data of package rows, in a form in which it can be drawn quickly.

let {marks} = values;
const {activities, firstIdle, kinds} = values;
const column = Object.fromEntries(values.sliceColumns.map((name, i) => [name, i]));
const arrowColumn = Object.fromEntries(values.arrowColumns.map((name, i) => [name, i]));

// field is a value of a slice. Zeros at the end of a row are left out.
const field = (lane, i, name) => lane.rows[i][column[name]] || 0;

function decodeLane({dropped, slices}) {
	const n = slices.length;
	const lane = {dropped, rows: slices, begin: new Float64Array(n), end: new Float64Array(n), activity: new Uint8Array(n)};
	let time = 0;
	for (let i = 0; i < n; i++) {
		lane.begin[i] = time + field(lane, i, "gap");
		time = lane.end[i] = lane.begin[i] + field(lane, i, "duration");
		lane.activity[i] = field(lane, i, "activity");
	}
	return lane;
}

function decodeArrows(rows) {
	let time = 0;
	return rows.map(row => {
		const get = name => row[arrowColumn[name]] || 0;
		time += get("gap");
		return {kind: kinds[get("kind")], from: get("from"), to: get("to"), sent: time - get("way"), arrived: time, count: get("count")};
	});
}

const decoded = new Map();
let serial = 0; // of the marks that were decoded

// decode returns a mark by its place in the data. Marks that nobody looks at cost nothing.
function decode(n) {
	if (!decoded.has(n)) {
		const raw = marks[n];
		const mark = {number: ++serial, title: raw.title, duration: Math.max(raw.duration, 1), left: raw.left, joined: raw.joined,
			lanes: raw.lanes.map(decodeLane), arrows: decodeArrows(raw.arrows)};
		mark.steals = mark.arrows.filter(a => a.kind === "steal");
		mark.times = timesOf(mark);
		decoded.set(n, mark);
	}
	return decoded.get(n);
}

// timesOf is how long each activity took, of all workers together.
function timesOf(mark) {
	const times = new Float64Array(activities.length);
	for (const lane of mark.lanes) {
		lane.activity.forEach((a, i) => { times[a] += lane.end[i] - lane.begin[i]; });
	}
	return times;
}

// firstAfter is the first of some times, in their order, that is after a time.
function firstAfter(times, time) {
	let low = 0, high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle] > time) high = middle; else low = middle + 1;
	}
	return low;
}

// sliceAt is the slice of a lane at a time, or -1.
function sliceAt(lane, time) {
	const i = firstAfter(lane.end, time);
	if (i < lane.begin.length && lane.begin[i] <= time) return i;
	const last = lane.end.length - 1;
	return last >= 0 && time === lane.end[last] ? last : -1;
}
