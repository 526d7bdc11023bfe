// Source code: the function of a line, with its words in colours.

let sources = {}; // names of files, and their lines
let plain = {}; // names of files, and their functions with switches (plain.Function)
let changed = new Set(); // names of files that are not as in the library

// inPage is a site in a file that the page has. Of the files of broken copies it has those that differ from the original.
const inPage = site => site.file in sources ? site : {...site, file: site.file.replace("/broken/", "/")};

// functionAt is the function around a line: its lines, each with its number. Lines that ask for a switch stand there without it,
// and what the switches in on leave out is not there.
function functionAt({file, line}, on = setNow()) {
	const all = sources[file];
	if (!all || line > all.length) return null;
	const form = formOf(file, line, on);
	if (form) return form;
	let first = line - 1, last = line - 1;
	while (first > 0 && !/^(func|type|var)\b/.test(all[first])) first--;
	if (!/\}\s*(\/\/.*)?$/.test(all[first]) || all[first].trimEnd().endsWith("{")) {
		while (last < all.length - 1 && !/^\}/.test(all[last])) last++;
	}
	return all.slice(first, last + 1).map((text, i) => ({number: first + i + 1, text}));
}

// formOf is a function with switches (plain.Function), as it stands with those in on.
function formOf(file, line, on) {
	const found = plain[file]?.find(({first, last}) => first <= line && line <= last);
	if (!found) return null;
	const form = found.forms[found.flags.reduce((set, flag, i) => set + (on.has(flag) ? 1 << i : 0), 0)];
	return form.map((text, i) => ({number: found.first + i, text: typeof text === "string" ? text : sources[file][found.first + i - 1].slice(text - 1), gone: text === 0}))
		.filter(({gone}) => !gone);
}

// setNow are the switches that are set.
const setNow = () => flags(game.view.about.switches);

// flags are the words of the switches that are set.
const flags = (switches = []) => new Set(switches.filter(({on}) => on).map(({flag}) => flag));

// change is how a function changes from one set of switches to another. sign is "-" for a line that is left out, "+" for one that comes.
function change(site, from, to) {
	const before = functionAt(site, from) ?? [], after = functionAt(site, to) ?? [];
	const at = (lines, number) => lines.find(one => one.number === number);
	const numbers = [...new Set([...before, ...after].map(({number}) => number))].sort((a, b) => a - b);
	return numbers.flatMap(number => {
		const was = at(before, number), is = at(after, number);
		if (was?.text === is?.text) return [{...is, sign: ""}];
		return [was && {...was, sign: "-"}, is && {...is, sign: "+"}].filter(Boolean);
	});
}

// lineOf is the text of a line. Of a function in one line it is the body.
function lineOf(site) {
	const text = (functionAt(site)?.find(({number}) => number === site.line)?.text ?? "").trim();
	return /^func .*?\{ (.*) \}$/.exec(text)?.[1] ?? text;
}

const tokens = /(\/\/.*$)|("(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*')|\b(break|case|continue|default|defer|else|for|func|go|goto|if|import|interface|map|package|range|return|select|struct|switch|type|var|const|nil|true|false)\b/g;

// coloured is a line of Go: comments quieter, keywords stronger.
function coloured(text) {
	const parts = [];
	let end = 0;
	for (const found of text.matchAll(tokens)) {
		const [word, comment, quoted] = found;
		parts.push(text.slice(end, found.index), el("span", {class: comment ? "comment" : quoted ? "quoted" : "keyword"}, word));
		end = found.index + word.length;
	}
	return [...parts, text.slice(end)];
}

// listing is the function around a line, which is marked. If a line is repaired, the repair is shown as a change.
function listing(site, letter) {
	if (!functionAt(site)) return el("p", {class: "quiet"}, t("code.none", {file: site.file, line: String(site.line)}));
	const rows = change(site, flags(begins(game.view.about)), setNow()), suspects = suspected(site);
	return el("pre", {class: "code", tabindex: "0", role: "region", "aria-label": t("code.of", {letter, name: site.function, file: site.file})},
		el("code", {}, rows.map(row => codeRow(row, row.sign !== "-" && row.number === site.line ? letter : "", suspects.has(row.number)))));
}

// codeRow is a line of a listing. A worker stands there, if letter is not "".
function codeRow({text, sign}, letter, suspect) {
	return el("div", {class: ["line", letter ? "here " + worker(letter) : "", suspect ? "suspect" : "", {"-": "left-out", "+": "added"}[sign] ?? ""].join(" "), "aria-current": letter ? "step" : undefined},
		el("span", {class: "mark"}, unseen(sign === "-" ? t("line.out") : sign ? t("line.in") : ""), el("span", {"aria-hidden": "true"}, letter || {"-": "−", "+": "+"}[sign] || "")), coloured(text.replaceAll("\t", "  ") || " "));
}

// reveal scrolls a listing so that its marked line is in the middle.
function reveal(pre) {
	const here = pre.querySelector(".here");
	if (here) pre.scrollTop = here.offsetTop - (pre.clientHeight - here.offsetHeight) / 2;
}
