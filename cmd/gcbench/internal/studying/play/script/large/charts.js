// Two pictures: the speedups below their ceiling, and the frontier over the number of workers. Both have logarithmic axes.

const gap = {left: 40, right: 12, top: 10, bottom: 40};

// begin empties a picture, and returns its size in pixels of the page.
function begin(name) {
	const svg = part(name), {width, height} = svg.getBoundingClientRect();
	svg.replaceChildren();
	svg.setAttribute("viewBox", `0 0 ${Math.max(width, 200)} ${height}`);
	return {svg, right: Math.max(width, 200) - gap.right, bottom: height - gap.bottom};
}

// path writes a line through points.
const path = all => all.map(([x, y], i) => (i ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1)).join("");

// ticks are powers of two, as many as have room.
function ticks(low, high, least, place) {
	const every = Math.ceil(least * (high - low) / Math.abs(place(high) - place(low)) || 1);
	return Array.from({length: Math.floor((high - low) / every) + 1}, (_, i) => low + i * every);
}

const numeral = power => power < 0 ? "1/" + 2 ** -power : number(2 ** power);

function upAxis(svg, low, high, y, right) {
	for (const power of ticks(low, high, 22, y)) {
		svg.append(draw("path", {class: "large-tick", d: path([[gap.left, y(power)], [right, y(power)]])}),
			draw("text", {x: gap.left - 6, y: y(power) + 4, "text-anchor": "end"}, numeral(power)));
	}
}

function showSpeedup() {
	const {svg, right, bottom} = begin("speedup");
	const all = [...points.get(restOf(now.asked))].filter(([, speedup]) => speedup).sort(([a], [b]) => a - b);
	const speedups = all.map(([, speedup]) => speedup);
	const low = Math.min(0, Math.floor(Math.log2(Math.min(...speedups)))), high = Math.max(2, Math.ceil(Math.log2(Math.max(now.ceiling, ...speedups) * 1.5)));
	const last = Math.log2(choices.maxWorkers), x = power => gap.left + 8 + power / last * (right - gap.left - 16);
	const y = power => bottom - (power - low) / (high - low) * (bottom - gap.top);
	const roof = powers(choices.maxWorkers).map((n, i) => [x(i), y(Math.min(high, Math.log2(Math.min(now.ceiling, now.limit / now.request.workers * n))))]);
	svg.append(draw("path", {class: "large-beyond", d: path([...roof, [x(last), gap.top], [x(0), gap.top]]) + "Z"}));
	upAxis(svg, low, high, y, right);
	for (const power of ticks(0, last, 36, x)) svg.append(draw("text", {x: x(power), y: bottom + 17, "text-anchor": "middle"}, numeral(power)));
	svg.append(draw("text", {x: (gap.left + right) / 2, y: bottom + 33, "text-anchor": "middle"}, t("large.workers")));
	svg.append(draw("path", {class: "large-axis", d: path([[gap.left, bottom], [right, bottom]])}), draw("path", {class: "large-roof", d: path(roof)}),
		draw("path", {class: "large-line", d: path(all.map(([n, speedup]) => [x(Math.log2(n)), y(Math.log2(speedup))]))}));
	for (const [n, speedup] of all) svg.append(point(n, speedup, x(Math.log2(n)), y(Math.log2(speedup))));
	const above = y(Math.log2(now.ceiling)) - 6;
	svg.append(draw("text", {class: "large-strong", x: right - 4, y: Math.max(above, gap.top + 8), "text-anchor": "end"}, t("large.speedup.ceiling", {ceiling: times(now.ceiling)})));
	svg.setAttribute("aria-label", t("large.speedup.label", {points: all.map(said).join(", "), ceiling: times(now.ceiling)}));
}

const said = ([n, speedup]) => t("large.speedup.point", {speedup: times(speedup), workers: t("large.workers.n", {n})});

// point is the speedup of a number of workers. A click chooses this number, as the slider does.
function point(n, speedup, x, y) {
	const chosen = n === now.request.workers;
	return draw("circle", {class: "large-point" + (chosen ? " large-now" : ""), cx: x, cy: y, r: chosen ? 6 : 4.5, onclick: () => ask({workers: n})},
		draw("title", {}, said([n, speedup])));
}

function showFrontier() {
	const {svg, right, bottom} = begin("frontier");
	const {every, most} = now.frontier, {makespan, request: {workers}} = now;
	const size = n => Math.log2(1 + n), high = Math.ceil(size(Math.max(now.peak, workers, 3)) + 0.1);
	const x = time => gap.left + Math.min(1, time / makespan) * (right - gap.left), y = power => bottom - power / high * (bottom - gap.top);
	upAxis(svg, 0, high - 1, power => y(size(2 ** power)), right);
	const steps = most.flatMap((n, i) => [[x(i * every), y(size(n))], [x((i + 1) * every), y(size(n))]]);
	const level = y(size(workers)), short = most.reduce((sum, n, i) => sum + (n < workers ? Math.min(every, makespan - i * every) : 0), 0);
	svg.append(draw("path", {class: "large-area", d: path([[gap.left, bottom], ...steps, [right, bottom]]) + "Z"}), draw("path", {class: "large-line", d: path(steps)}),
		draw("path", {class: "large-level", d: path([[gap.left, level], [right, level]])}),
		draw("path", {class: "large-axis", d: path([[gap.left, bottom], [right, bottom]])}));
	const values = {peak: t("large.objects.n", {n: now.peak}), share: share(short, makespan)};
	svg.append(draw("text", {class: "large-strong", x: gap.left + 6, y: level - 5}, t("large.workers.n", {n: workers})),
		draw("text", {x: gap.left, y: bottom + 17}, "0"), draw("text", {x: right, y: bottom + 17, "text-anchor": "end"}, inWords(makespan)),
		draw("text", {x: (gap.left + right) / 2, y: bottom + 33, "text-anchor": "middle"}, t("large.frontier.short", values)));
	svg.setAttribute("aria-label", t("large.frontier.label", values));
}
