// Variables as a picture: a list of their names and values, for programs without a picture of
// their own.

function drawVariables(state, old, view) {
	const next = touching(view);
	const chip = ({name, value}, i) => el("span", {class: "chip" + (old?.[i] && old[i].value !== value ? " changed" : "")},
		`${name} ${value}`, [...next.get(name) ?? ""].map(badge));
	const others = [...next].filter(([object]) => !state.some(({name}) => name === object));
	return el("div", {class: "deques"},
		el("figure", {class: "deque"}, el("div", {class: "chips"}, state.map(chip),
			others.map(([object, letters]) => el("span", {class: "chip"}, object, [...letters].map(badge))))));
}

function listVariables(state) {
	return state.map(({name, value}) => t("list.value", {word: name, value}));
}
