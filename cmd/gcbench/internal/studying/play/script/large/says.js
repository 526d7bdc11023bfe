// The sentence above the pictures, the bar of accounts, and the table.

const accounts = ["busy", "searching", "starved", "hoarded"];
const shareOf = (mark, name) => share(mark[name], mark.makespan * mark.request.workers);

function showSays() {
	const {request: r, live, makespan, speedup, ceiling, harvested, owners} = now;
	const values = {workers: t("large.workers.n", {n: r.workers}), live: t("large.objects.n", {n: live}), time: inWords(makespan), speedup: times(speedup),
		ceiling: times(ceiling), harvested: t("large.objects.n", {n: harvested}), objects: number(r.objects)};
	const says = [t(r.workers === 1 && !harvested ? "large.says.alone" : "large.says", values)];
	if (live < r.objects) says.push(t("large.says.garbage", values));
	says.push(t(harvested ? "large.says.ahead" : "large.says.ceiling", values));
	if (owners && owners < r.workers) says.push(t("large.says.owners", {owners: t("large.workers.n", {n: owners})}));
	part("says").textContent = says.join(" ");
}

function showAccounts() {
	const all = now.makespan * now.request.workers;
	part("accounts").replaceChildren(...accounts.filter(name => now[name] > 0).map(name => make("i", {class: "large-" + name, style: `flex: ${now[name] / all} 1 0`})));
	const parts = accounts.map(name => t("large.accounts.part", {share: shareOf(now, name), name: t("large." + name)}));
	part("accounts").setAttribute("aria-label", t("large.accounts.label", {parts: parts.join("; ")}));
	part("legend").replaceChildren(...accounts.map(name => make("li", {}, make("i", {class: "large-" + name, "aria-hidden": "true"}), make("b", {}, shareOf(now, name)), make("span", {}, t("large." + name)))));
}

// rows are the table's, by the last part of their key: what is written of a mark.
const rows = {
	time: m => inWords(m.makespan), single: m => inWords(m.one), speedup: m => times(m.speedup),
	ceiling: m => times(m.ceiling), limit: m => times(m.limit), peak: m => number(m.peak),
	...Object.fromEntries(accounts.map(name => [name, m => shareOf(m, name)])),
	steals: m => number(m.steals), each: m => m.steals ? times(m.items / m.steals) : "–", vain: m => number(m.empty + m.lost),
	wakes: m => number(m.wakes), forwarded: m => number(m.forwarded), overflowed: m => number(m.overflowed), harvested: m => number(m.harvested),
};
const rare = ["forwarded", "overflowed", "harvested"]; // shown if they are not 0

// changes says how a request differs from another one. What a word explains in brackets or behind a colon is left out.
function changes(r, other) {
	const valueOf = name => typeof r[name] === "number" ? number(r[name]) : t(`large.${name}.${r[name]}`).split(":")[0];
	return Object.keys(fields).filter(name => r[name] !== other[name]).map(name => `${t("large." + name).split(" (")[0]}: ${valueOf(name)}`).join("; ");
}

function showTable() {
	const marks = [now, before].filter(Boolean);
	const row = (key, cells) => make("tr", {}, make("th", {scope: "row"}, t("large.row." + key)), ...cells.map(cell => make("td", {}, cell)));
	const body = Object.entries(rows).filter(([key]) => !rare.includes(key) || marks.some(m => m[key])).map(([key, of]) => row(key, marks.map(of)));
	if (before) body.unshift(row("changed", [changes(now.request, before.request), changes(before.request, now.request)]));
	part("figures").replaceChildren(
		make("caption", {}, t("large.table")),
		make("thead", {}, make("tr", {}, make("td"), ...["now", "before"].slice(0, marks.length).map(key => make("th", {scope: "col"}, t("large." + key))))),
		make("tbody", {}, ...body));
}
