// How numbers and times are written.

const number = n => n.toLocaleString("en-US");

const counted = (n, one, more) => number(n) + "\u00a0" + (n === 1 ? one : more);

const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

// unitFor is the unit in which times of this size are written: its size in nanoseconds, and its name.
const unitFor = ns => units.find(([size]) => ns >= size) || units[3];

// inWords writes a time with three digits or more.
function inWords(ns) {
	const [size, name] = unitFor(Math.abs(ns));
	const value = ns / size;
	const decimals = size === 1 ? 0 : value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
	return value.toFixed(decimals) + "\u00a0" + name;
}

// moment writes a time since the beginning of the mark, so exactly that two ends of a slice differ.
function moment(ns, span) {
	const [size, name] = unitFor(Math.max(ns, 1));
	const decimals = Math.max(0, Math.min(Math.round(Math.log10(size)), Math.ceil(Math.log10(size / Math.max(span, 1))) + 3));
	return (ns / size).toFixed(decimals) + "\u00a0" + name;
}

// share writes what part of the whole something is.
function share(part, whole) {
	const percent = 100 * part / (whole || 1);
	if (part > 0 && percent < 1) return "<\u00a01\u00a0%";
	if (part < whole && percent > 99) return ">\u00a099\u00a0%";
	return Math.round(percent) + "\u00a0%";
}

// step is a round distance between ticks: 1, 2 or 5 times a power of ten, at least so much.
function step(least) {
	const power = 10 ** Math.floor(Math.log10(least));
	return [1, 2, 5, 10].map(n => n * power).find(n => n >= least * 0.999);
}
