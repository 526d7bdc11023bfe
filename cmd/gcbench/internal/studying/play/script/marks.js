// A mark as a picture: the graph, what each worker has, and the words that all share.

function drawMark(state, old, view) {
	const wrong = new Set([...(view.failed ?? "").matchAll(/node (\d+)/g)].map(([, number]) => Number(number)));
	const greys = state.nodes.filter(node => node.shade === "grey");
	return el("div", {class: "deques small"},
		el("figure", {class: "deque graph"}, el("figcaption", {}, t("graph")), el("div", {class: "wide"}, drawGraph(state.nodes, old?.nodes, wrong)),
			el("ul", {class: "places"}, greys.map(node => el("li", {}, t("grey.where", {number: String(node.number), where: node.where || t("grey.somewhere")}))))),
		el("div", {class: "hands"}, state.workers.map((one, i) => markWorker(one, old?.workers[i], view.threads[i])), common(state, old, view)),
		state.deques.map((deque, i) => dequeFigure(deque, old?.deques[i], view)));
}

// markWorker is what a worker has in private.
function markWorker({active, asleep, stack, ring, late}, old, thread) {
	const differs = (was, is) => JSON.stringify(was) !== JSON.stringify(is);
	return el("div", {class: "hand"}, badge(thread.letter), el("span", {class: "holder"}, thread.name),
		chip(asleep ? t("worker.asleep") : active ? t("worker.active") : t("worker.idle"), old && (old.active !== active || old.asleep !== asleep)),
		stack.length ? chip(t("worker.stack", {nodes: stack.join(" ")}), old && differs(old.stack, stack)) : null,
		ring.length ? chip(t("worker.ring", {nodes: ring.flat().join(" ")}), old && differs(old.ring, ring)) : null,
		late?.length ? chip(t("worker.late", {nodes: late.join(" ")}), old && differs(old.late, late)) : null);
}

// common are the words that workers share: the detector's, the lobby, the overflow list.
function common(state, old, view) {
	const now = commonWords(state), before = old ? commonWords(old) : now;
	const next = touching(view);
	const isOf = (object, key) => object.split(/[.[ ]/)[0] === key;
	const touchedBy = key => [...next].filter(([object]) => isOf(object, key)).map(([, letters]) => letters).join("");
	const others = [...next].filter(([object]) => !now.some(([key]) => isOf(object, key)) && !state.deques?.some(deque => drawn(deque, object) || object.startsWith(deque.name)));
	return el("div", {class: "chips"}, now.map(([key, text], i) => chip(text, before[i]?.[1] !== text, touchedBy(key))),
		others.map(([object, letters]) => chip(object, false, letters)));
}

// commonWords are names of objects, as steps name them, and what the objects hold in words.
function commonWords({detector, lobby, overflow, pending}) {
	const all = [];
	if (detector) {
		const {active, joins, exclusive, done} = detector;
		all.push(["detector", [t("detector", {active, joins}), exclusive ? t("detector.exclusive") : "", done ? t("detector.done") : ""].filter(Boolean).join(", ")]);
	}
	if (lobby) all.push(["lobby", t("lobby", {sleepers: lobby.sleepers, parked: lobby.parked.length ? lobby.parked.map(letterOf).join(" ") : t("nobody")})]);
	if (overflow?.length) all.push(["overflow", t("overflow", {blocks: overflow.map(block => `[${block.join(" ")}]`).join(" ")})]);
	if (pending?.length) all.push(["pending", t("pending", {nodes: pending.join(" ")})]);
	return all;
}

function listMark(state) {
	const nodes = (state.nodes ?? []).map(({number, shade, to, where}) =>
		[t("list.node", {number: String(number), shade: {white: t("white"), grey: t("grey"), black: t("black")}[shade], to: to.join(", ") || t("hand.empty")}), where].filter(Boolean).join("; "));
	const workers = (state.workers ?? []).map(({name, stack, ring, late}) => [
		t("list.worker", {name, stack: stack.join(" ") || t("hand.empty"), ring: ring.flat().join(" ") || t("hand.empty")}),
		late?.length ? t("worker.late", {nodes: late.join(" ")}) : ""].filter(Boolean).join(", "));
	return [...nodes, ...workers, ...commonWords(state).map(([, text]) => text), ...listDeques({deques: state.deques ?? [], hands: []})];
}

// drawNap is a lobby with the deques, without a mark.
function drawNap(state, old, view) {
	return el("div", {class: "deques small"}, state.deques.map((deque, i) => dequeFigure(deque, old?.deques[i], view)), common(state, old, view));
}
