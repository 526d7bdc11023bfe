// The beginning, and what shows an answer.

let viewer = null;

function showAll() {
	showSays();
	showAccounts();
	showSpeedup();
	showFrontier();
	showTable();
	if (viewer) viewer.show(now.lanes);
	else viewer = lanes(part("lanes"), now.lanes, true);
}

async function start() {
	choices = await answer({choices: true});
	request = choices.defaults;
	makeControls();
	makeLessons();
	new ResizeObserver(() => {
		if (!now) return;
		showSpeedup();
		showFrontier();
	}).observe(part("charts"));
	choose(choices.lessons[0]);
}

// This file is the last one. The section can begin again, if the page asks for it once more.
return start().catch(problem => {
	part("says").textContent = t("large.says.wrong", {error: problem.message});
	part("says").classList.add("large-wrong");
	part("results").setAttribute("aria-busy", false);
	throw problem;
});
