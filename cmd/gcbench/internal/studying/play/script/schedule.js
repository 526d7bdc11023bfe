// Schedules as text, and links: NAME~SWITCHES@SCHEDULE:STEP. The engine knows what NAME and
// SWITCHES mean.

// short is a text that somebody else has written, cut to what a sentence can quote.
const short = text => text.length > 40 ? text.slice(0, 40) + "…" : text;

// letters reads a schedule: "a3b" is a, a, a, b.
function letters(text) {
	const all = [];
	if (!/^([a-z]\d*)*$/.test(text)) throw new Error(t("link.schedule", {text: short(text)}));
	for (const [, letter, number] of text.matchAll(/([a-z])(\d*)/g)) {
		const n = number === "" ? 1 : Number(number);
		if (n < 1) throw new Error(t("link.schedule", {text: short(text)}));
		if (all.length + n > game.mostSteps) throw new Error(t("link.long", {n: game.mostSteps}));
		for (let i = 0; i < n; i++) all.push(letter);
	}
	return all;
}

// compact is the inverse of letters.
function compact(all) {
	let text = "";
	for (let i = 0, n; i < all.length; i += n) {
		n = 1;
		while (all[i + n] === all[i]) n++;
		text += all[i] + (n > 1 ? n : "");
	}
	return text;
}

// readLink parts a fragment. at is undefined where the link names no step.
function readLink(fragment) {
	let text = fragment.replace(/^#/, "");
	try {
		text = decodeURIComponent(text);
	} catch {}
	const [, link, schedule = "", step] = /^([^@]*)(?:@([^:]*)(?::(.*))?)?$/s.exec(text) ?? [];
	if (link === undefined) throw new Error(t("link.odd", {text: short(text)}));
	const all = letters(schedule);
	if (step === undefined) return {link, all};
	if (!/^\d{1,5}$/.test(step) || Number(step) > all.length) throw new Error(t("link.step", {step: short(step), n: all.length}));
	return {link, all, at: Number(step)};
}

// writeLink is the inverse of readLink.
function writeLink(link, all, at) {
	const moment = all.length === 0 ? "" : "@" + compact(all) + (at < all.length ? ":" + at : "");
	return "#" + encodeURI(link + moment);
}
