// The line of text about what is under the pointer, or else under the cursor of the keyboard.

const does = {
	scan: "scans", alone: "marks alone", steal: "tries to steal", overflow: "takes up blocks of the overflow list",
	pending: "takes up refs of the pending bitmap", look: "looks for work",
	await: "waits for references", sleep: "sleeps", speculate: "looks ahead along lists",
};

function say() {
	const text = saying();
	if (part("says").textContent !== text) part("says").textContent = text;
}

function saying() {
	const at = view.hover || view.cursor;
	if (!at) return invitation();
	if (at === view.cursor && view.arrow) return arrowSays(view.arrow);
	if (at.worker === undefined) {
		return `At ${moment(at.time, span())}: ${curves.map(([name, title]) => `${number(sumAt(name, at.time))} ${title}`).join(", ")}.`;
	}
	const lane = view.mark.lanes[at.worker], i = sliceAt(lane, at.time);
	if (i >= 0) return sliceSays(at.worker, lane, i);
	const why = lane.dropped && at.time < (lane.begin[0] ?? Infinity) ? `The first ${counted(lane.dropped, "slice", "slices")} of this worker were not kept.` : "Nothing was noted.";
	return `Worker ${at.worker} at ${moment(at.time, span())}. ${why}`;
}

function invitation() {
	const workers = view.mark.lanes.length, room = Math.floor((view.height - ruler) / view.lane);
	const more = room < workers ? ` ${number(room)} of ${number(workers)} workers are seen at once. Scroll for the others.` : "";
	return "Point at a lane, or choose one with the keys, to read what the worker does." + more;
}

function sliceSays(worker, lane, i) {
	const get = name => field(lane, i, name);
	const name = activities[lane.activity[i]], length = lane.end[i] - lane.begin[i];
	const facts = [];
	const fact = (field, one, more) => { if (get(field)) facts.push(counted(get(field), one, more)); };
	fact("objects", "object scanned", "objects scanned");
	if (name === "steal") facts.push(stealSays(get));
	else if (get("attempts")) facts.push(name === "speculate" ? counted(get("attempts"), "round of cursors", "rounds of cursors") : counted(get("attempts"), "attempt", "attempts"));
	if (name !== "steal") fact("items", "ref taken up", "refs taken up");
	fact("harvested", "object marked by harvests", "objects marked by harvests");
	fact("overflowed", "block or ref overflowed", "blocks and refs overflowed");
	fact("forwarded", "reference sent to owners", "references sent to owners");
	const left = [counted(get("private"), "grey ref", "grey refs") + " private", counted(get("deque"), "item", "items") + " in its deque"];
	return `Worker ${worker} ${does[name] || name} for ${inWords(length)}, from ${moment(lane.begin[i], length)} to ${moment(lane.end[i], length)}` +
		`${facts.length ? ": " + facts.join(", ") : ""}. At the end: ${left.join(", ")}.`;
}

function stealSays(get) {
	const attempts = counted(get("attempts"), "attempt", "attempts");
	if (!get("asked")) return attempts;
	const victim = `worker ${get("asked") - 1}`;
	switch (values.outcomes[get("outcome")]) {
	case "took": return `${attempts}, the last took ${counted(get("items"), "item", "items")} from ${victim}`;
	case "empty": return `${attempts}, the last at ${victim}, which had nothing to give`;
	default: return `${attempts}, the last at ${victim}, where another worker was faster`;
	}
}

function arrowSays(arrow) {
	const {steals} = view.mark, took = inWords(arrow.arrived - arrow.sent);
	return `Steal ${number(steals.indexOf(arrow) + 1)} of ${number(steals.length)}: worker ${arrow.to} took ${counted(arrow.count, "item", "items")} from worker ${arrow.from}` +
		` at ${moment(arrow.arrived, Math.min(span(), 1e4))}, ${took} after the attempt began.`;
}
