// The link to this moment, and what the page does with the link that it is opened with.

function drawShare() {
	const link = new URL(writeLink(game.link, game.all, game.at), location.href).href;
	put("share", el("p", {}, t("share.how")), el("div", {class: "copy"},
		el("input", {id: "link", readonly: true, value: link, "aria-label": t("share"), onfocus: event => event.target.select()}),
		press("copy", t("copy"), () => copy(link))));
}

async function copy(link) {
	try {
		await navigator.clipboard.writeText(link);
		say(t("copied"));
	} catch {
		byId("link").focus();
		say(t("selected"));
	}
}

// address puts the moment into the address, so that a page that is loaded again shows it. Browsers
// may forbid it in files.
function address(changes = "replaceState") {
	const fragment = writeLink(game.link, game.all, game.at);
	if (location.hash === fragment) return;
	try {
		history[changes](null, "", fragment);
	} catch {}
}

// visit opens a scene, which the browser's Back button leaves again.
async function visit(link) {
	forget();
	trouble("");
	try {
		history.pushState(null, "", "#" + link);
	} catch {}
	await open({link});
}

// arrive shows what the address asks for.
async function arrive() {
	if (location.hash === "#large" && byId("large")) return show("large");
	show("play");
	let wanted = {link: ""};
	try {
		wanted = readLink(location.hash);
		trouble("");
	} catch (problem) {
		trouble(problem.message);
		wanted = {link: location.hash.slice(1).split("@")[0]}; // the scene may be right
	}
	if (game.view && location.hash === writeLink(game.link, game.all, game.at)) return;
	if (wanted.link === "") wanted = {link: game.scenes[0].name};
	const wrong = await open(wanted);
	if (!wrong) return;
	trouble(wrong);
	const first = {link: game.scenes[0].name};
	if (!game.view && (wanted.link !== first.link || wanted.all?.length)) await open(first);
	byId("play").hidden = !game.view;
}
