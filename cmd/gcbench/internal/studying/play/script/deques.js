// Deques as pictures: a row of slots, the pointers below it, the steal range above it.

const tall = 44, left = 12, top = 30; // pixels; a slot is so tall

// widthOf is how wide a slot is when so many slots, of so many deques, share the room in a row.
const widthOf = (slots, room, deques = 1) => Math.floor((room - deques * 90) / slots);

// slotWidth is how wide each slot of some deques is, so that the picture takes its column: all deques in one row if they fit, or the
// longest one in a row and the others in the next.
function slotWidth(deques) {
	const room = byId("picture").clientWidth, slots = deques.map(({slots = []}) => slots.length + 1);
	if (!wide.matches) return within(36, 96, widthOf(Math.max(...slots), room));
	if (deques.length === 1) return within(36, 180, widthOf(slots[0], room - 250));
	const sum = slots.reduce((sum, n) => sum + n, 0), longest = Math.max(...slots), all = widthOf(sum, room, deques.length);
	return within(30, 48, all >= 30 ? all : Math.min(widthOf(longest, room), widthOf(sum - longest, room, deques.length - 1)));
}

const within = (least, most, n) => Math.max(least, Math.min(most, n));

// wholes are variables that have several parts of a picture in one word, where there are such
// parts.
const wholes = {packed: ["top", "high", "steal range", "tag"], age: ["top", "tag"]};

function drawDeques(state, old, view) {
	const cell = slotWidth(state.deques), figures = state.deques.map((deque, i) => dequeFigure(deque, old?.deques[i], view, state.shared, cell));
	return el("div", {class: figures.length > 1 ? "deques many" : "deques"}, hands(state.hands, old?.hands, view), el("div", {class: "figures"}, figures));
}

// dequeFigure is one deque with its name and the words that have no place among the slots.
function dequeFigure(deque, old, view, shared, cell = 42) {
	const {name} = deque, title = /^[A-Z]$/.test(name) ? t(shared ? "queue" : "deque", {name}) : name;
	return el("figure", {class: "deque"},
		el("figcaption", {}, title), el("div", {class: "chips"}, chips(deque, old, view)),
		el("div", {class: "wide"}, deque.slots?.length ? ring(deque, old, view, title, cell) : null));
}

// isRing says whether indices go on behind the last slot: the slot after it is the first one again, and is drawn once more, dashed.
const isRing = ({slots, pointers}) => slots?.length > 0 && pointers.some(({name}) => name === "top");

function listDeques(state) {
	const all = [];
	for (const deque of state.deques) {
		const name = deque.name;
		for (const [i, item] of (deque.slots ?? []).entries()) all.push(item ? t("list.slot", {name, i, item}) : t("list.empty", {name, i}));
		for (const p of deque.pointers ?? []) all.push(t("list.word", {name, word: p.name, value: String(p.index)}));
		if (deque.range) all.push(t("list.range", {name, from: String(deque.range.from), n: deque.range.length}));
		for (const slots of deque.older ?? []) all.push(t("older", {slots: slots.join(" ")}));
		for (const w of deque.words ?? []) all.push(t("list.word", {name, word: w.name, value: w.value}));
	}
	return [...all, ...listHands(state.hands)];
}

// ring draws the slots.
function ring(deque, old, view, title, cell) {
	const n = deque.slots.length, last = isRing(deque) ? n : n - 1;
	const height = top + tall + 8 + deque.pointers.length * 16;
	const place = index => position(deque, index);
	const labels = deque.pointers.filter(p => telling(deque, p)).map(p => left + (place(p.index) + .8) * cell + labelOf(p).length * 7);
	const picture = svg("svg", {class: "pic deque", width: Math.max(left * 2 + (last + 1) * cell + 46, ...labels), height, role: "img", "aria-label": t("deque.label", {title})});
	const next = touching(view);
	for (let i = 0; i <= last; i++) picture.append(slot(deque, old, i, view, cell));
	for (let i = 0; i < n; i++) picture.append(...marks(next.get(slotName(deque, i, next)) ?? "", left + (i + 1) * cell - 11, top + tall - 3));
	if (deque.range) picture.append(bracket(deque, old?.range, place, cell));
	drawPointers(picture, deque, old, place, next, cell);
	return picture;
}

// drawPointers draws the indices below the slots. Those to the left have lower rows, so that
// no arrow crosses the name of another.
function drawPointers(picture, deque, old, place, next, cell) {
	const all = (deque.pointers ?? []).filter(p => telling(deque, p)).sort((p, q) => place(q.index) - place(p.index));
	all.forEach((p, row) => {
		const before = old?.pointers?.find(o => o.name === p.name && !o.own === !p.own);
		const beside = all.slice(row + 1).filter(other => place(other.index) === place(p.index)).length;
		picture.append(pointer(p, before, row, p.own ? "" : lettersOf(deque, p.name, next), place(p.index) + beside * .2, cell));
	});
}

// slotName is the name under which threads touch a slot.
const slotName = (deque, i, next) => [...next.keys()].find(name => name.startsWith(deque.name + ".") && name.endsWith(`[${i}]`));

// lettersOf are the workers whose next step touches a word of the deque.
const lettersOf = (deque, word, next) => next.get(deque.name ? `${deque.name}.${word}` : word) ?? "";

// telling says whether a pointer tells something: the owner's copy does if it differs.
const telling = (deque, {name, index, own}) => !own || !deque.pointers.some(p => !p.own && p.name === name && p.index === index);

// position is where an index is drawn: a number of slots from the left.
function position(deque, index) {
	const n = deque.slots.length;
	const base = deque.pointers.find(p => p.name === "top")?.index ?? 0;
	const first = base - base % n;
	const from = (((index - first) % (2 * n)) + 2 * n) % (2 * n);
	return from <= n ? from : from - n;
}

function slot(deque, old, i, view, cell) {
	const n = deque.slots.length;
	const again = i === n;
	const item = deque.slots[i % n], changed = old && old.slots?.[i % n] !== item;
	const live = holds(deque, i % n);
	const x = left + i * cell;
	const now = !again && touched(view) === `${deque.name}.slots[${i}]`;
	return svg("g", {class: ["slot", again ? "again" : "", changed ? "changed" : "", now ? "touched" : "", live ? "live" : "", !again && named(view).has(item) ? "wrong" : ""].join(" ")},
		svg("rect", {x: x + 1, y: top, width: cell - 2, height: tall - 2, rx: 4}),
		svg("text", {x: x + 6, y: top + 13, class: "f"}, again && cell >= 54 ? t("slot.again", {i: 0}) : String(i % n)),
		svg("text", {x: x + cell / 2, y: top + 35, class: "m item"}, item ? String(item) : "·"));
}

// holds says whether the deque's variables say that a slot has an item of it.
function holds(deque, i) {
	const start = deque.pointers.find(p => p.name === "top")?.index ?? 0;
	const n = deque.slots.length;
	return (deque.items ?? []).some((_, k) => (start + k) % n === i);
}

// bracket is the steal range, above the slots.
function bracket({range: {name, from, length}}, was, place, cell) {
	const changed = was && (was.from !== from || was.length !== length);
	const start = left + place(from) * cell + 3, end = start + Math.max(length * cell - 6, 0);
	const label = length === 0 ? t("range.empty", {name}) : t("range", {name, n: length});
	return svg("g", {class: "range" + (changed ? " changed" : "")},
		svg("path", {d: length === 0 ? `M${start} ${top - 4}v-8` : `M${start} ${top - 4}v-8H${end}v8`}),
		svg("text", {x: start, y: top - 18}, label));
}

const labelOf = ({name, index, own}) => t(own ? "pointer.own" : "pointer", {name, index: String(index)});

// pointer is an index below its slot.
function pointer({name, index, own}, old, row, letters, position, cell) {
	const x = left + (position + .4) * cell, y = top + tall + 12 + row * 16;
	const changed = old && old.index !== index;
	const text = labelOf({name, index, own});
	return svg("g", {class: "pointer" + (own ? " own" : "") + (changed ? " changed" : "")},
		svg("path", {d: `M${x} ${y + 2}V${top + tall + 2}m-4 6l4 -6l4 6`}),
		svg("text", {x: x + 6, y: y + 4}, text),
		marks(letters, x + 18 + text.length * 7, y));
}

// chips are variables without a place in the row.
function chips(deque, old, view) {
	const next = touching(view);
	const all = (deque.words ?? []).map(({name, value}, i) => chip(`${name} ${value}`, old?.words && old.words[i]?.value !== value));
	for (const [object, letters] of next) {
		if (!object.startsWith(deque.name) || drawn(deque, object)) continue;
		const parts = wholes[wordIn(deque, object)]?.filter(part => partsOf(deque).includes(part));
		all.push(chip(parts ? t("whole", {object, parts: parts.join(", ")}) : object, false, letters));
	}
	return [...all, ...(deque.older ?? []).map(slots => chip(t("older", {slots: slots.join(" ")})))];
}

// wordIn is the name of an object without the deque's.
const wordIn = ({name}, object) => name ? object.slice(name.length + 1) : object;

// partsOf are the names of what is drawn of a deque.
const partsOf = ({pointers, range, words}) => [...pointers ?? [], ...range ? [range] : [], ...words ?? []].map(({name}) => name);

// drawn says whether an object has a place in the row.
function drawn(deque, object) {
	const word = wordIn(deque, object);
	const parts = deque.pointers?.map(p => p.name) ?? [];
	return deque.slots?.length > 0 && /\[\d+\]$/.test(word) || parts.includes(word);
}
