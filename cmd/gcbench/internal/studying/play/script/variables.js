// Variables as a picture: a list of their names and values, for programs without a picture of
// their own.

function drawVariables(state, old, view) {
	const next = touching(view);
	const all = state.map(({name, value}, i) => chip(`${name} ${value}`, old?.[i] && old[i].value !== value, next.get(name)));
	const others = [...next].filter(([object]) => !state.some(({name}) => name === object)).map(([object, letters]) => chip(object, false, letters));
	return el("div", {class: "deques"}, el("figure", {class: "deque"}, el("div", {class: "chips"}, all, others)));
}

function listVariables(state) {
	return state.map(({name, value}) => t("list.value", {word: name, value}));
}
