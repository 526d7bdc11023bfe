// The legend, the choice of a mark, and what makes everything drawn again.

function draw() {
	if (readPalette()) paintLegend();
	paintOverview();
	paintLanes();
	paintCounters();
	say();
}

// fillLegend makes a button for each activity and each kind of arrow that the mark has.
function fillLegend() {
	const all = view.mark.times.reduce((sum, time) => sum + time, 0);
	const shown = activities.flatMap((name, a) => view.mark.times[a] ? [[name, `${name} ${share(view.mark.times[a], all)}`]] : []);
	for (const kind of kinds) {
		const count = view.mark.arrows.filter(a => a.kind === kind).length;
		if (count) shown.push(["arrow " + kind, kind === "steal" ? counted(count, "steal", "steals") : counted(count, "arrow", "arrows") + " to owners"]);
	}
	part("legend").replaceChildren(...shown.map(([name, text]) => {
		const button = document.createElement("button"), sample = document.createElement("canvas");
		button.type = "button";
		button.dataset.shows = name;
		button.setAttribute("aria-pressed", !view.hidden.has(name));
		button.append(sample, text);
		button.addEventListener("click", () => {
			if (!view.hidden.delete(name)) view.hidden.add(name);
			button.setAttribute("aria-pressed", !view.hidden.has(name));
			redraw();
		});
		return button;
	}));
	if (view.mark.joined) part("legend").append("Short slices are joined. ");
	if (view.mark.left) part("legend").append(`${counted(view.mark.left, "arrow is", "arrows are")} left out.`);
	for (const name of ["previous", "next"]) root.querySelector(`[data-do=${name}]`).disabled = !view.mark.steals.length;
	if (palette.key) paintLegend();
}

// paintLegend draws the samples in the colours of the moment.
function paintLegend() {
	for (const button of part("legend").querySelectorAll("button")) {
		const sample = button.firstChild, scale = palette.scale, name = button.dataset.shows;
		[sample.width, sample.height] = [26 * scale, 14 * scale];
		const context = sample.getContext("2d");
		context.scale(scale, scale);
		if (name.startsWith("arrow")) paintSampleArrow(context, name === "arrow steal");
		else paintSample(context, palette.activity[activities.indexOf(name)]);
	}
}

function paintSample(context, {pattern}) {
	context.fillStyle = pattern;
	context.fillRect(0, 0, 26, 14);
	context.strokeStyle = palette.faint;
	context.strokeRect(0.5, 0.5, 25, 13);
}

function paintSampleArrow(context, solid) {
	const colour = solid ? palette.steal : palette.receive;
	context.strokeStyle = colour;
	context.lineWidth = solid ? 1.6 : 1;
	context.setLineDash(solid ? [] : [3, 3]);
	context.beginPath();
	context.moveTo(1, 7);
	context.lineTo(20, 7);
	context.stroke();
	paintHead(context, {x: 26, y: 7, angle: 0}, colour, 7);
}

// open shows a mark, and puts the viewer below its summary, if it has one.
function open(n) {
	view.mark = decode(n);
	view.cursor = view.arrow = view.hover = view.selection = null;
	const articles = root.querySelectorAll(".lanes-mark");
	articles.forEach((article, i) => { article.hidden = i !== n; });
	articles[n]?.querySelector(".lanes-summary").after(viewer);
	box.scrollTop = 0;
	view.fit = Boolean(fit);
	root.querySelector("[data-do=fit]").setAttribute("aria-pressed", view.fit);
	fillLegend();
	measure();
	show(0, view.mark.duration);
}

function print(printed) {
	view.printed = printed;
	document.documentElement.classList.toggle("printed", printed);
	measure();
	draw();
}

function start() {
	const select = part("pick").querySelector("select");
	marks.forEach((mark, i) => select.add(new Option(`${i + 1}. ${mark.title}`, i)));
	select.addEventListener("change", () => open(Number(select.value)));
	part("pick").hidden = marks.length < 2;
	viewer.hidden = false;
	open(0);
	listenToKeys();
	listenToPointers();
	new ResizeObserver(() => {
		if (view.printed || box.clientWidth === 0) return;
		measure();
		redraw();
	}).observe(box);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
	const watchScale = () => {
		redraw();
		matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener("change", watchScale, {once: true});
	};
	watchScale();
	addEventListener("beforeprint", () => print(true));
	addEventListener("afterprint", () => print(false));
}

start();

// showOther shows the first mark of other data. It has the same names of columns and values.
function showOther(other) {
	settle();
	({marks} = other);
	decoded.clear();
	open(0);
}

return {show: showOther};
