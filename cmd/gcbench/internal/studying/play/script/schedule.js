// Schedules as text, and links: NAME~SWITCHES@SCHEDULE:STEP. The engine knows what NAME and
// SWITCHES mean.

// short is a text that somebody else has written, cut to what a sentence can quote.
const short = text => text.length > 40 ? text.slice(0, 40) + "…" : text;

// letters reads a schedule: "a3b" is "aaab".
function letters(text) {
	if (!/^([a-z](0*[1-9]\d*)?)*$/.test(text)) throw new Error(t("link.schedule", {text: short(text)}));
	const steps = [...text.matchAll(/([a-z])(\d*)/g)].map(([, letter, n]) => ({letter, n: Number(n || 1)}));
	if (steps.reduce((sum, {n}) => sum + n, 0) > game.mostSteps) throw new Error(t("link.long", {n: game.mostSteps}));
	return steps.map(({letter, n}) => letter.repeat(n)).join("");
}

// compact is the inverse of letters.
const compact = all => all.replace(/(.)\1+/g, (run, letter) => letter + run.length);

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
