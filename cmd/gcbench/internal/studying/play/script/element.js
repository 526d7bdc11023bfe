// Elements of the page, made and put in their places.

const byId = id => document.getElementById(id);

// el makes an element. Attributes that begin with "on" are listeners; those that are
// undefined, null or false are left out.
const el = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

// svg makes an element of a picture.
function svg(name, attributes = {}, ...children) {
	return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(node, attributes, children) {
	for (const [key, value] of Object.entries(attributes)) {
		if (value === undefined || value === null || value === false) continue;
		if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
		else node.setAttribute(key, value === true ? "" : value);
	}
	node.append(...shownOf(children));
	return node;
}

// shownOf are the children of an element, of which null, undefined and "" are none. Some of them may stand in lists.
const shownOf = children => children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== "");

// put replaces what an element holds. The focus stays: on the new element of the same id, or
// on the place itself.
function put(id, ...children) {
	const place = byId(id);
	const focus = place.contains(document.activeElement) ? document.activeElement.id : "";
	place.replaceChildren(...shownOf(children));
	if (focus) (byId(focus) ?? place).focus({preventScroll: true});
}

// press is a button. One that is off keeps the focus, and says why it is off.
function press(id, label, action, {off = "", ...attributes} = {}) {
	return el("button", {type: "button", id, "aria-disabled": off ? "true" : undefined, title: off || undefined, ...attributes,
		onclick: () => off ? say(off) : action()}, label);
}

// say shows sentences, and screen readers read them. Some may be unseen.
function say(...sentences) {
	byId("said").replaceChildren(...sentences.filter(Boolean).flatMap((one, i) => i > 0 ? [" ", one] : [one]));
}

// unseen is a text that only screen readers have.
const unseen = text => text && el("span", {class: "hidden"}, text);

// badge is the letter of a worker, in its colour and its pattern.
const badge = letter => el("span", {class: `badge ${worker(letter)}`, "aria-hidden": "true"}, letter);

// worker is the class of a worker, which has its colour and pattern.
const worker = letter => "w" + indexOf(letter) % 8;

// letterOf is the letter of a worker: 0 is a.
const letterOf = index => String.fromCharCode(97 + index);

// indexOf is the inverse of letterOf.
const indexOf = letter => letter.charCodeAt(0) - 97;
