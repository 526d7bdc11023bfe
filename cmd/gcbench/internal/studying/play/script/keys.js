// The keyboard: letters are steps, arrows go through the schedule.

const keys = {
	ArrowLeft: back, Backspace: back, ArrowRight: forth,
	Home: () => goTo(game.at > opening() ? opening() : 0), End: () => goTo(game.all.length), "?": () => byId("help").showModal(),
	h: () => hint(), e: () => byId("find-fewest")?.click(),
};

// writing says whether an element takes the key for itself.
const writing = element => element.closest("input:not([type=checkbox]), textarea, select, dialog, [contenteditable]") !== null;

// scrolls says whether an element can be scrolled by the key.
const scrolls = (element, key) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key) && element.matches("pre, .scroll");

function pressed(event) {
	const {key} = event;
	if (!game.view || byId("play").hidden || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
	if (writing(event.target) || scrolls(event.target, key)) return;
	if (act(key, event.shiftKey)) event.preventDefault();
}

// act carries out what a key stands for. It says whether there was something.
function act(key, shift) {
	if (/^[1-9]$/.test(key)) return choose(Number(key));
	if (/^[a-zA-Z]$/.test(key)) {
		const index = indexOf(key.toLowerCase());
		if (index < game.view.threads.length) {
			shift ? run(index) : step(index);
			return true;
		}
	}
	if (key === "Escape" && pending !== null) {
		forget();
		say(describe());
		return true;
	}
	if (!keys[key]) return false;
	keys[key]();
	return true;
}

// drawHelp lists the keys.
function drawHelp() {
	const all = [["a b c", t("key.step")], ["A B C", t("key.run")], ["1 2 3", t("key.answer")], ["← Backspace", t("key.undo")], ["→", t("key.redo")],
		["Home End", t("key.ends")], ["Escape", t("key.back")], ["H", t("hint")], ["E", t("find")], ["?", t("help")]];
	const words = [t("word.deque"), t("word.ends"), t("word.range"), t("word.tag"), t("word.atomic"), t("word.swap")];
	put("help-words", words.map(sentence => sentence.split(": ")).map(([word, what]) => [el("dt", {}, word), el("dd", {}, what)]));
	put("help-keys", all.map(([key, what]) => [el("dt", {}, key.split(" ").map(k => [el("kbd", {}, k), " "])), el("dd", {}, what)]));
}
