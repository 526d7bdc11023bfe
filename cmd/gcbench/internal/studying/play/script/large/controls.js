// Sliders and lists of choices. They show the request, and change it.

const powers = most => Array.from({length: Math.floor(Math.log2(most)) + 1}, (_, i) => 2 ** i);

// sliders have the values at which they can stand.
const sliders = {
	workers: () => powers(choices.maxWorkers),
	objects: () => [500, 1000, 2000, 5000, 10000, 20000, 50000].filter(n => n >= choices.minObjects && n <= choices.maxObjects),
	grain: () => powers(choices.maxGrain),
};

// selects are lists of values, by where they stand.
const selects = {heap: ["shape"], usual: ["amount", "marking", "speculation"], rare: ["deque", "steal", "victim", "capacity"]};

// valuesOf are the values of a list that the rest of the request allows.
function valuesOf(name) {
	const deque = dequeOf(request);
	if (name === "amount") return deque.amounts;
	if (name === "capacity") return [2, 16, 128, 1024];
	return deque.shared && (name === "steal" || name === "victim") ? [choices.defaults[name]] : choices.values[name];
}

const dequeOf = r => choices.deques.find(d => d.name === r.deque);

const fields = {}; // by name: what shows the value of the request

function makeControls() {
	for (const [name, values] of Object.entries(sliders)) {
		const all = values(), id = "large-" + name;
		const input = make("input", {type: "range", id, min: 0, max: all.length - 1, step: 1, oninput: () => ask({[name]: all[input.value]})});
		const output = make("output", {for: id});
		part("sliders").append(make("div", {class: "large-field"}, make("label", {for: id}, t("large." + name), output), input));
		fields[name] = () => {
			input.value = Math.max(0, all.findLastIndex(v => v <= request[name]));
			output.textContent = number(request[name]);
			input.setAttribute("aria-valuetext", number(request[name]));
		};
	}
	for (const [among, name] of Object.entries(selects).flatMap(([among, names]) => names.map(name => [among, name]))) {
		const id = "large-" + name;
		const select = make("select", {id, onchange: () => ask({[name]: typeof request[name] === "number" ? Number(select.value) : select.value})});
		root.querySelector(`[data-holds=${among}]`).append(make("div", {class: "large-field"}, make("label", {for: id}, t("large." + name)), select));
		fields[name] = () => {
			select.replaceChildren(...valuesOf(name).map(v => new Option(typeof v === "number" ? number(v) : t(`large.${name}.${v}`), v)));
			select.value = request[name];
			select.disabled = select.options.length < 2;
		};
	}
	part("usual").open = matchMedia("(min-width: 52rem)").matches; // else the results would be far below
	part("controls").addEventListener("submit", event => event.preventDefault());
}

const showControls = () => Object.values(fields).forEach(show => show());

// fitting replaces what the other choices of a request do not allow.
function fitting(r) {
	const fits = {...r}, deque = dequeOf(r);
	if (!deque.amounts.includes(r.amount)) fits.amount = deque.amounts[0];
	if (deque.shared) [fits.steal, fits.victim] = [choices.defaults.steal, choices.defaults.victim];
	if (r.grain === 1) [fits.marking, fits.speculation] = [choices.defaults.marking, choices.defaults.speculation];
	return fits;
}
