// What the page says when a scene has ended: what happened, why, and where to go on.

function drawEnding() {
	const {view} = game, {about} = view;
	byId("ending").className = ["ending", view.won || repaired(about) && !view.failed ? "good" : "", view.ended ? "over" : ""].join(" ");
	if (!view.ended && !repaired(about)) return put("ending");
	const next = following(), group = followingGroup();
	put("ending",
		el("h3", {}, headline(view)),
		about.repaired && about.repair ? el("p", {}, t("repair.how", {how: about.repair})) : null,
		view.won ? lesson(about) : el("p", {}, t(view.failed ? "other.how" : about.safe ? "safe.how" : repaired(about) ? "repaired.how" : apart() ? "ended.apart" : "ended.how")),
		!view.won && about.safe ? lesson(about) : null,
		el("div", {class: "buttons"},
			view.won && about.switches?.some(one => one.on) ? press("repair", t("repair"), repair) : null,
			repaired(about) ? press("break-again", t("break.again"), breakAgain) : null,
			about.safe || repaired(about) ? press("try-all", t("find.every"), () => find("fewest")) : null,
			press("from-start", t("again"), again),
			(view.won || about.safe || repaired(about)) && next ? press("next", t("next", {title: next.title}), () => chooseScene(next), {class: "big"}) : null,
			(view.won || about.safe) && group ? press("next-group", t("next.group", {group: group.group}), () => chooseScene(group)) : null),
		view.won || about.safe ? details(about) : null);
}

// apart says whether each worker has ended before the next one began.
const apart = () => compact(game.all.slice(0, game.at)).replace(/\d/g, "").length <= game.view.threads.length;

function headline(view) {
	if (view.won) return t(game.borrowed ? "headline.shown" : "headline.won", {failed: view.failed});
	if (view.failed) return t("headline.failed", {failed: view.failed});
	if (!repaired(view.about)) return t("headline.ended");
	return t(view.note ? "headline.refused" : view.ended ? "headline.repaired" : "headline.on");
}

// lesson says what there is to learn.
const lesson = about => about.lesson ? el("p", {}, about.lesson) : null;

// details are the lines that were wrong, how the code changes when they are repaired, and where the course tells more.
function details(about) {
	const wrong = (about.switches ?? []).filter(one => one.on);
	return [
		wrong.length ? [el("p", {}, t("lines", {n: wrong.length})), el("ul", {}, wrong.map(({says}) => el("li", {}, says[0].toUpperCase() + says.slice(1), "."))), repairCode(wrong[0])] : null,
		about.chapter ? chapter("docs/course/" + about.chapter) : null,
	];
}

// chapter says where the course tells more. A page of a website has a link to the page there.
function chapter(file) {
	const says = t("chapter", {file}), site = document.body.dataset.site !== undefined;
	return el("p", {class: "quiet"}, site ? el("a", {href: file.replace(/\.md$/, ".html")}, says) : says);
}
