// Questions that a reader answers by looking at marks.

let lesson = null; // the one that is chosen

function makeLessons() {
	part("names").append(...choices.lessons.map(l => make("button", {type: "button", onclick: () => choose(l)}, t("large.lesson." + l.name))));
}

// choose shows a question, and its first mark.
function choose(chosen) {
	lesson = chosen;
	part("question").textContent = t(`large.lesson.${lesson.name}.question`);
	part("answer").open = false;
	part("answer").querySelector("p").textContent = t(`large.lesson.${lesson.name}.answer`);
	part("marks").replaceChildren(...lesson.marks.map((mark, i) =>
		make("button", {type: "button", onclick: () => ask(mark)}, t(`large.lesson.${lesson.name}.${i + 1}`))));
	ask(lesson.marks[0]);
}

// showLesson shows which question is chosen, and which of its marks is seen.
function showLesson() {
	[...part("names").children].forEach((button, i) => button.setAttribute("aria-pressed", choices.lessons[i] === lesson));
	[...part("marks").children].forEach((button, i) => button.setAttribute("aria-pressed", same(lesson.marks[i], request)));
}
