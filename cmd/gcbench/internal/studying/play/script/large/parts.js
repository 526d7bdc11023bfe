// What the section is made of. Functions for numbers and times are those of the lanes.

const part = name => root.querySelector(".large-" + name);

// times writes a speedup, or another ratio, with three digits.
function times(x) {
	const digits = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
	return x.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
}
