// The link to this moment, and what the page does with the link that it is opened with.

function drawShare() {
	const link = new URL(moment(), location.href).href;
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

// address puts a fragment into the address, so that a page that is loaded again shows it. pushState is for what the browser's
// Back button leaves again. Browsers may forbid both in files.
function address(fragment, changes = "replaceState") {
	if (location.hash === fragment) return;
	try {
		history[changes](null, "", fragment);
	} catch {}
}

// moment is the fragment of what is shown.
const moment = () => writeLink(game.link, game.all, game.at);

// visit opens a scene, which the browser's Back button leaves again.
async function visit(link) {
	forget();
	trouble("");
	address("#" + link, "pushState");
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
	if (game.view && location.hash === moment()) return;
	if (wanted.link === "") wanted = {link: game.scenes[0].name};
	const wrong = await open(wanted);
	if (!wrong) return;
	trouble(wrong);
	const first = {link: game.scenes[0].name}, plainly = {link: wanted.link.split("~")[0]}; // the scene may be right, and its lines not
	if (!game.view && plainly.link !== wanted.link && !await open(plainly)) return;
	if (!game.view && (wanted.link !== first.link || wanted.all?.length)) await open(first);
	byId("play").hidden = !game.view;
}
