// Ranges as pictures: a row of indices for each time the range was opened, with the letters of
// those who have claimed an index.

function drawRange(state, old, view) {
	const next = touching(view);
	const latest = state.openings.length - 1;
	return el("div", {class: "deques"},
		el("figure", {class: "deque"}, state.openings.map((opening, i) => el("div", {class: "wide"}, indices(opening, old?.openings[i], i === latest ? {...state, name: ""} : null, old, next))),
			el("div", {class: "chips"}, chips({name: "", ...state}, old, view))));
}

function listRange(state) {
	const claims = state.openings.flatMap(({low, claims}, k) => claims.map((who, i) =>
		who ? t("list.claimed", {k: k + 1, i: String(low + i), who: [...who].join(", ")}) : t("list.free", {k: k + 1, i: String(low + i)})));
	const words = [...(state.pointers ?? []).map(p => [p.name, p.index]), ...(state.words ?? []).map(w => [w.name, w.value])];
	return [...claims, ...words.map(([word, value]) => t("list.value", {word, value: String(value)}))];
}

// indices are those of one opening. Those of the latest have the pointers and the steal range.
function indices({low, claims}, old, state, before, next) {
	const n = claims.length, cell = within(36, 96, widthOf(n, byId("picture").clientWidth - (wide.matches ? 300 : 0))), height = top + tall + (state ? 62 : 8);
	const picture = svg("svg", {class: "pic deque", width: left * 2 + n * cell + 110, height, role: "img", "aria-label": t("range.label")});
	claims.forEach((who, i) => picture.append(claimed(String(low + i), who, i, old && old.claims[i] !== who, cell)));
	if (!state) return picture;
	const place = index => Math.max(0, Math.min(n, index - low));
	if (state.range) picture.append(bracket(state, before?.range, place, cell));
	drawPointers(picture, state, before, place, next, cell);
	return picture;
}

// claimed is an index with those who have it.
function claimed(index, who, i, changed, cell) {
	const x = left + i * cell;
	return svg("g", {class: ["slot", who ? "" : "live", changed ? "changed" : "", who.length > 1 ? "twice" : ""].join(" ")},
		svg("rect", {x: x + 1, y: top, width: cell - 2, height: tall - 2, rx: 4}),
		svg("text", {x: x + 6, y: top + 13, class: "f"}, index),
		marks(who, x + cell / 2 - (who.length - 1) * 9.5, top + 31));
}
