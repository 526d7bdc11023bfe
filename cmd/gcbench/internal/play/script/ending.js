// What the page says when a scene has ended: what happened, why, and where to go on.

function drawEnding() {
	const {view} = game, {about} = view;
	byId("ending").className = view.won ? "ending good" : view.failed ? "ending" : view.ended ? "ending" : "";
	if (!view.ended) return put("ending");
	const next = following(), group = followingGroup();
	put("ending",
		el("h3", {}, headline(view)),
		view.failed ? el("p", {}, t("wrong", {failed: view.failed})) : null,
		view.won ? lesson(about) : el("p", {}, t(view.failed ? "other.how" : about.safe ? "safe.how" : "ended.how")),
		!view.won && about.safe ? lesson(about) : null,
		el("div", {class: "buttons"},
			view.won && about.switches?.some(one => one.on) ? press("repair", t("repair"), repair) : null,
			about.safe ? press("try-all", t("find.every"), () => find("fewest")) : null,
			press("from-start", t("again"), again),
			(view.won || about.safe) && next ? press("next", t("next", {title: next.title}), () => chooseScene(next), {class: "big"}) : null,
			(view.won || about.safe) && group ? press("next-group", t("next.group", {group: group.group}), () => chooseScene(group)) : null));
}

function headline(view) {
	if (view.won) return t("headline.won");
	if (view.failed) return t("headline.failed");
	return t("headline.ended");
}

// lesson says which lines were wrong.
function lesson(about) {
	const wrong = (about.switches ?? []).filter(one => one.on);
	return [
		about.lesson ? el("p", {}, about.lesson) : null,
		wrong.length ? el("p", {}, t("lines", {n: wrong.length})) : null,
		wrong.length ? el("ul", {}, wrong.map(one => el("li", {}, one.letter ? t("line", {letter: one.letter, says: one.says}) : one.says))) : null,
		about.chapter ? el("p", {class: "quiet"}, t("chapter", {file: "docs/course/" + about.chapter})) : null,
	];
}

// repair plays the same schedule with all lines right.
function repair() {
	return flip(game.view.about.switches.filter(one => one.on).map(one => one.bit));
}
