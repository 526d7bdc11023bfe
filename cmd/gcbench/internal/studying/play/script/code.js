// Source code: the function of a line, with its words in colours.

let sources = {}; // names of files, and their lines

// inPage is a site in a file that the page has. Of the files of broken copies it has those that differ from the original.
const inPage = site => site.file in sources ? site : {...site, file: site.file.replace("/broken/", "/")};

// functionAt is the function around a line: the number of its first line, and its lines.
function functionAt({file, line}) {
	const all = sources[file];
	if (!all || line > all.length) return null;
	let first = line - 1, last = line - 1;
	while (first > 0 && !/^(func|type|var)\b/.test(all[first])) first--;
	if (!/\}\s*(\/\/.*)?$/.test(all[first]) || all[first].trimEnd().endsWith("{")) {
		while (last < all.length - 1 && !/^\}/.test(all[last])) last++;
	}
	return {first: first + 1, lines: all.slice(first, last + 1)};
}

// lineOf is the text of a line. Of a function in one line it is the body.
function lineOf({file, line}) {
	const text = (sources[file]?.[line - 1] ?? "").trim();
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

// listing is the function around a line, which is marked.
function listing(site, letter) {
	const body = functionAt(site);
	if (!body) return el("p", {class: "quiet"}, t("code.none", {file: site.file, line: String(site.line)}));
	const rows = body.lines.map((text, i) => {
		const here = body.first + i === site.line;
		return el("div", {class: (here ? "line here " + worker(letter) : "line") + (suspected(text) ? " suspect" : ""), "aria-current": here ? "step" : undefined},
			el("span", {class: "mark", "aria-hidden": "true"}, here ? letter : ""), coloured(text.replaceAll("\t", "  ") || " "));
	});
	return el("pre", {class: "code", tabindex: "0", role: "region", "aria-label": t("code.of", {name: site.function, file: site.file})}, el("code", {}, rows));
}

// reveal scrolls a listing so that its marked line is in the middle.
function reveal(pre) {
	const here = pre.querySelector(".here");
	if (here) pre.scrollTop = here.offsetTop - (pre.clientHeight - here.offsetHeight) / 2;
}
