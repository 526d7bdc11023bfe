// The page starts here.

let engineBytes = null;

// draw shows the game as it is.
function draw() {
	forget();
	drawScenes();
	drawGoal();
	drawEnding();
	drawWorkers();
	drawMoves();
	drawPicture();
	revealAll();
	drawSteps();
	drawExplorer();
	drawSwitches();
	drawShare();
	address(moment());
	document.title = t("title.scene", {title: game.view.about.title, page: t("title")});
}

// trouble shows what is wrong with the page or its link.
function trouble(text) {
	byId("trouble").textContent = text;
	byId("trouble").hidden = !text;
}

let began = false; // the marker at large, which pages of answers do not have

// show turns to the scenes or to the marker at large.
function show(name) {
	for (const other of ["play", "large"]) {
		byId(other)?.toggleAttribute("hidden", other !== name);
		byId("tab-" + other)?.setAttribute("aria-pressed", String(other === name));
	}
	document.querySelector(".lead").hidden = name === "large";
	if (name !== "large" || began) return;
	began = true;
	large(byId("large"), request => asked({do: "large", large: request}), t, el, svg).catch(() => { began = false; });
}

// turnTo is show for a person, who can go back.
function turnTo(name) {
	if (!byId(name).hidden) return;
	address(name === "large" ? "#large" : !game.view ? "#" : moment(), "pushState");
	show(name);
	if (!game.view) arrive();
}

// skip goes past the list of scenes. The address keeps the link to the scene.
function skip(event) {
	event.preventDefault();
	const place = byId(byId("play").hidden ? "large" : "goal");
	place.scrollIntoView({block: "start"});
	place.focus({preventScroll: true});
}

// unready says what the browser lacks.
function unready() {
	const lacks = ["WebAssembly", "DecompressionStream", "Worker"].find(what => !(what in globalThis));
	return lacks ? t("old", {what: lacks}) : "";
}

function readSources(text) {
	try {
		const all = JSON.parse(new TextDecoder().decode(text));
		for (const [file, content] of Object.entries(all.files)) sources[file] = content.split("\n");
		plain = all.plain ?? {};
		changed = new Set(all.changed);
	} catch {
		throw new Error(t("damaged", {part: "sources"}));
	}
}

async function start() {
	if (unready()) throw new Error(unready());
	remembered();
	drawHelp();
	startMoves();
	const [bytes, text] = await Promise.all([unpack("engine"), unpack("sources")]);
	engineBytes = bytes;
	readSources(text);
	engine = new Engine(bytes);
	({scenes: game.scenes, mostSteps: game.mostSteps} = await asked({do: "scenes"}));
	byId("scenes").open = wide.matches;
	wide.addEventListener("change", () => { byId("scenes").open = wide.matches; });
	document.querySelector(".tabs").hidden = false;
	await arrive();
	addEventListener("hashchange", arrive);
	addEventListener("resize", () => { if (game.view && !byId("play").hidden) drawPicture(); });
	addEventListener("keydown", pressed);
	byId("help-button").addEventListener("click", () => byId("help").showModal());
	byId("tab-play").addEventListener("click", () => turnTo("play"));
	byId("tab-large")?.addEventListener("click", () => turnTo("large"));
	document.querySelector(".skip").addEventListener("click", skip);
}

Object.defineProperty(window, "halfmarkPlay", {value: Object.freeze({
	get scene() { return game.link; },
	get schedule() { return compact(game.all); },
	get step() { return game.at; },
	get view() { return game.view; },
	get idle() { return turn; },
})});

// The files behind this one are read first.
Promise.resolve().then(start).catch(problem => trouble(problem.message)).finally(() => {
	byId("loading").hidden = true;
	document.body.dataset.ready = "true";
});
