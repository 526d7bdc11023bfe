// What the page says of wrong lines: where the code asks for them, and whether they are repaired.

// places are the lines of the code that ask whether a line is wrong.
function places({file, flag}) {
	const word = new RegExp(`(?:has\\(|& ?|\\.)${flag}\\b`);
	return (sources[file] ?? []).map((text, i) => ({file, line: i + 1, text: text.trim()})).filter(({text}) => flag && word.test(text));
}

// asking shows these lines, each behind the name of its function.
function asking(one) {
	return places(one).map(place => el("div", {class: "asking"}, el("code", {}, coloured(place.text)),
		el("span", {class: "quiet"}, " ", t("line.in", {name: nameAround(place)}))));
}

// nameAround is the name of the function around a line.
const nameAround = place => /^func (?:\([^)]*\) )?(\w+)/.exec(functionAt(place)?.lines[0] ?? "")?.[1] ?? place.file;

// suspected says whether the page marks a line as wrong: it does when the player has seen it.
function suspected(text) {
	const {won, about} = game.view;
	if (!won && !memory.won[about.name]) return false;
	return (about.switches ?? []).some(({on, flag}) => on && flag && new RegExp(`\\b${flag}\\b`).test(text));
}

// begins are the switches that a scene begins with.
const begins = about => game.scenes.find(scene => scene.name === about.name)?.switches ?? [];

// repaired says whether a line that is wrong at first is right now.
const repaired = about => begins(about).some(({bit, on}) => on && about.switches.some(now => now.bit === bit && !now.on));

// repair plays the same schedule with all lines right.
const repair = () => flip(game.view.about.switches.filter(one => one.on).map(one => one.bit));

// breakAgain plays the same schedule with the lines that the scene begins with.
function breakAgain() {
	const {about} = game.view;
	return flip(begins(about).filter(({bit, on}) => about.switches.find(now => now.bit === bit).on !== on).map(one => one.bit));
}
