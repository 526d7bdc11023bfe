// Items in the hands of workers. What two of them have is shown in red, and said.

function hands(all, old, view) {
	const twice = doubled(all);
	const rows = all.map((items, i) => {
		const {letter, name} = view.threads[i];
		return el("div", {class: "hand " + worker(letter)}, badge(letter), el("span", {class: "holder"}, t("hand", {name})),
			items.length === 0 ? el("span", {class: "quiet"}, t("hand.empty")) : items.map((item, k) => thing(item, twice, old?.[i]?.[k] !== item)));
	});
	return el("div", {class: "hands"}, rows, view.failed ? el("p", {class: "wrong"}, t("wrong", {failed: view.failed})) : null);
}

// thing is an item in a hand.
function thing(item, twice, fresh) {
	const wrong = twice.has(item);
	return el("span", {class: "thing" + (wrong ? " wrong" : "") + (fresh ? " changed" : "")}, String(item), wrong ? el("small", {}, t("twice")) : null);
}

// doubled are the items that somebody has twice, or two have.
function doubled(all) {
	const seen = new Set(), twice = new Set();
	for (const item of all.flat()) (seen.has(item) ? twice : seen).add(item);
	return twice;
}

function listHands(all) {
	return all.map((items, i) => t("list.hand", {letter: String.fromCharCode(97 + i), items: items.length ? items.join(", ") : t("hand.empty")}));
}
