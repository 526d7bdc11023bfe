// The picture of shared memory. Each kind of picture has a function that draws it, and one
// that lists its values in words.

const pictures = {
	deques: {draws: drawDeques, lists: listDeques},
	range: {draws: drawRange, lists: listRange},
	mark: {draws: drawMark, lists: listMark},
	nap: {draws: drawNap, lists: listMark},
	heap: {draws: drawHeap, lists: listHeap},
	variables: {draws: drawVariables, lists: listVariables},
};

function drawPicture() {
	const {view, before} = game;
	const kind = pictures[view.shows];
	if (!kind || !view.picture) return put("picture", el("p", {class: "quiet"}, t("picture.none")));
	const old = before?.shows === view.shows ? before.picture : null;
	const open = byId("values")?.parentElement.open;
	const drawing = kind.draws(view.picture, old, view);
	drawing.append(drawing.querySelector(".again") ? el("span", {class: "quiet legend"}, t("picture.again")) : "", el("details", {class: "values", open}, el("summary", {id: "values"}, t("picture.values")),
		el("ul", {}, kind.lists(view.picture).map(value => el("li", {}, value))), el("p", {}, t("picture.legend"))));
	put("picture", drawing);
	for (const one of byId("picture").querySelectorAll(".wide")) {
		if (one.scrollWidth > one.clientWidth) filled(one, {tabindex: "0", role: "group", "aria-label": one.parentElement.querySelector("figcaption")?.textContent ?? t("memory")}, []); // for the keyboard
	}
}

// chip is a text in a frame, with the letters of the workers whose next step touches what it is about.
function chip(text, changed = false, letters = "") {
	return el("span", {class: "chip" + (changed ? " changed" : "")}, text, [...letters].map(badge));
}

// touching are the letters of the workers whose next step touches an object, by its name.
function touching(view) {
	const all = new Map();
	for (const {letter, object, can} of view.threads) {
		if (can && object) all.set(object, (all.get(object) ?? "") + letter);
	}
	return all;
}

// touched is the name of the object that the last step touched.
const touched = view => view.steps.at(-1)?.object ?? "";

// marks are the letters of workers in a picture, from a point to the right.
function marks(all, x, y) {
	return [...all].map((letter, i) => svg("g", {class: "token " + worker(letter), transform: `translate(${x + i * 19} ${y})`},
		svg("circle", {r: 8.5}), svg("text", {y: 4, class: "m"}, letter)));
}
