// What the page remembers: scenes that were won, answers to questions. Pages from files and
// private windows may have no memory; then it lasts as long as the page.

const memory = {won: {}, asked: 0, right: 0, predict: true};

function remembered() {
	try {
		const kept = JSON.parse(localStorage.getItem("halfmark.play"));
		for (const key of Object.keys(memory)) {
			if (typeof kept?.[key] === typeof memory[key] && kept[key] !== null) memory[key] = kept[key];
		}
	} catch {}
}

function remember(changes) {
	Object.assign(memory, changes);
	try {
		localStorage.setItem("halfmark.play", JSON.stringify(memory));
	} catch {}
}

function win(name) {
	remember({won: {...memory.won, [name]: true}});
}
