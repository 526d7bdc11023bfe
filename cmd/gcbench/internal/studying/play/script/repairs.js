// What the page says of wrong lines: how the code changes when they are repaired, and whether they are.

// repairCode shows how the functions of these steps change when all lines are repaired. If none of them changes, the line is in another
// function of the file.
function repairCode({file}) {
	const all = (plain[file] ?? []).map(fn => ({...fn, rows: change({file, line: fn.first}, setNow(), new Set())})).filter(({rows}) => rows.some(({sign}) => sign));
	const lines = game.view.steps.flatMap(({at}) => at ?? []).filter(site => site.file === file).map(({line}) => line);
	const made = all.filter(({first, last}) => lines.some(line => first <= line && line <= last));
	return (made.length ? made : all).map(({rows}) => el("pre", {class: "code repair", tabindex: "0", role: "region", "aria-label": t("repair.code")},
		el("code", {}, around(rows).map(row => codeRow(row, "", false)))));
}

// around are the changed lines with one line before and after each, and the first line, which has the function's name.
const around = rows => rows.filter((row, i) => i === 0 || rows.slice(Math.max(0, i - 1), i + 2).some(({sign}) => sign));

// suspected are the numbers of the lines that a repair changes. The page marks them when the player has seen what is wrong.
function suspected(site) {
	const {won, about} = game.view;
	if (!won && !memory.won[about.name]) return new Set();
	return new Set(change(site, setNow(), new Set()).filter(({sign}) => sign === "-").map(({number}) => number));
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
