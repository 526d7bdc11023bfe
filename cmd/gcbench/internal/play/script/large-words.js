// What the section is made of. Functions for numbers and times are those of the lanes.

const part = name => root.querySelector(".large-" + name);

// times writes a speedup, or another ratio, with three digits.
function times(x) {
	const digits = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
	return x.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

// make returns an element with attributes and children.
function make(name, attributes = {}, ...children) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	element.append(...children);
	return element;
}

// draw returns the same of an SVG.
function draw(name, attributes = {}, ...children) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	element.append(...children);
	return element;
}
