// Items in the hands of workers. What two of them have is shown in red, and said.

function hands(all, old, view) {
	const twice = doubled(all), wrong = named(view);
	const rows = all.map((items, i) => {
		const {letter, name} = view.threads[i];
		return el("div", {class: "hand " + worker(letter)}, badge(letter), el("span", {class: "holder"}, t("hand", {name})),
			items.length === 0 ? el("span", {class: "quiet"}, t("hand.empty")) : items.map((item, k) => thing(item, twice, wrong, old?.[i]?.[k] !== item)));
	});
	return el("div", {class: "hands"}, rows);
}

// thing is an item in a hand.
function thing(item, twice, wrong, fresh) {
	return el("span", {class: "thing" + (twice.has(item) || wrong.has(item) ? " wrong" : "") + (fresh ? " changed" : "")},
		String(item), twice.has(item) ? el("small", {}, t("twice")) : null);
}

// named are the items that the failure names.
const named = ({failed}) => new Set([...(failed ?? "").matchAll(/\bitem (\d+)/g)].map(([, item]) => Number(item)));

// doubled are the items that somebody has twice, or two have.
function doubled(all) {
	const seen = new Set(), twice = new Set();
	for (const item of all.flat()) (seen.has(item) ? twice : seen).add(item);
	return twice;
}

function listHands(all) {
	return all.map((items, i) => t("list.hand", {letter: letterOf(i), items: items.length ? items.join(", ") : t("hand.empty")}));
}
