// A heap that mutators change: its objects in fixed places, the registers of each mutator, the marker, and what barriers promise.

const spots = [[.4, 0], [1.2, 0], [.8, 1]]; // of objects, in the order of their names

function drawHeap(state, old, view) {
	const wrong = new Set([...(view.failed ?? "").matchAll(/\b([A-Z]) is white/g)].map(([, name]) => name));
	const places = new Map(state.objects.map(({name}) => [name, spots[name.charCodeAt(0) - 65]]).map(([name, [x, y]]) => [name, {x: x * across, y: y * down + radius + 8}]));
	return el("div", {class: "deques small heap"},
		el("figure", {class: "deque graph"}, el("figcaption", {}, t("heap")), el("div", {class: "wide"}, drawGraph(asNodes(state), old && asNodes(old), wrong, places))),
		el("div", {class: "hands"}, state.mutators.map((one, i) => mutatorHand(one, old?.mutators[i], view.threads[i])),
			markerHand(state, old, view.threads.at(-1))),
		state.mutators.map((one, i) => program(one, view.threads[i])),
		el("figure", {class: "deque promises"}, el("figcaption", {}, t("heap.promises")), el("div", {class: "chips"}, promises(state).map(promise))));
}

const asNodes = ({objects}) => objects.map(({name, shade, to}) => ({number: name, shade, to: to ? [to] : []}));

// mutatorHand is what a mutator has in its registers.
function mutatorHand({registers, scanned}, old, thread) {
	return el("div", {class: "hand"}, badge(thread.letter), el("span", {class: "holder"}, thread.name),
		registers.map((value, i) => chip(t("heap.register", {i, value}), old && old.registers[i] !== value)),
		chip(t(scanned ? "heap.scanned" : "heap.unscanned"), old && old.scanned !== scanned));
}

// markerHand is where the marker is, and what it will scan.
function markerHand(state, old, thread) {
	const says = markerSays(state);
	return el("div", {class: "hand"}, badge(thread.letter), el("span", {class: "holder"}, thread.name), says.map((text, i) => chip(text, old && markerSays(old)[i] !== text)));
}

function markerSays({scans, read, objects}) {
	const greys = objects.filter(({shade}) => shade === "grey").map(({name}) => name).join(" ") || t("nobody");
	return [!scans ? t("heap.between") : read ? t("heap.read", {object: scans, value: read}) : t("heap.in", {object: scans}), t("heap.greys", {objects: greys})];
}

// promises are the invariants, whether they hold, and what breaks them.
function promises({between, strong, weak}) {
	return [[t("heap.strong"), strong], [t("heap.weak"), weak]].map(([invariant, what]) =>
		({text: t(!between ? "heap.inside" : what ? "heap.broken" : "heap.holds", {invariant}), what: between ? what : ""}));
}

const promise = ({text, what}) => el("span", {class: what ? "chip bad" : "chip"}, text, what ? el("small", {}, ": ", what) : null);

// program is the script of a mutator, with the line that it is in.
function program({script}, thread) {
	const at = thread.done ? -1 : script.indexOf(thread.doing);
	return el("figure", {class: "deque script"}, el("figcaption", {}, badge(thread.letter), thread.name),
		el("ol", {}, script.map((line, i) => el("li", {class: i === at ? "here " + worker(thread.letter) : "", "aria-current": i === at ? "step" : undefined}, el("code", {}, line)))));
}

function listHeap(state) {
	const objects = asNodes(state).map(({number, shade, to}) => t("list.node", {number, shade: {white: t("white"), grey: t("grey"), black: t("black")}[shade], to: to[0] ?? t("hand.empty")}));
	const mutators = state.mutators.map(({registers, scanned}, i) => t("list.value", {word: `mutator ${i}`,
		value: [...registers.map((value, k) => t("heap.register", {i: k, value})), t(scanned ? "heap.scanned" : "heap.unscanned")].join(", ")}));
	return [...objects, ...mutators, t("list.value", {word: "marker", value: markerSays(state).join(", ")}), ...promises(state).map(({text, what}) => what ? `${text}: ${what}` : text)];
}
