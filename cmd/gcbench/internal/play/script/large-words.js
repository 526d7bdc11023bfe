// How the section finds its words and parts. Functions for numbers and times are those of the lanes.

const part = name => root.querySelector(".large-" + name);

// plural writes a number with the word that a key has for one, and for more.
function plural(n, key) {
	const [one, more] = text(key).split("|");
	return number(n) + "\u00a0" + (n === 1 ? one : more);
}

// times writes a speedup, or another ratio, with three digits.
function times(x) {
	const digits = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
	return x.toLocaleString("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

// fillWords writes the words into the markup.
function fillWords() {
	for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
	for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
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
