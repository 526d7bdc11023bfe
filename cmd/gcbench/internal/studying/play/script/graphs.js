// A graph that is marked: nodes in white, grey and black, in rows by their distance from the
// first.

const across = 92, down = 66, radius = 17;

// drawGraph is the graph as a picture, with nodes in these places. Nodes in wrong are shown in red.
function drawGraph(nodes, old, wrong, places = layout(nodes)) {
	const width = Math.max(...[...places.values()].map(p => p.x)) + across / 2, height = Math.max(...[...places.values()].map(p => p.y)) + down / 2 + 6;
	const arrows = nodes.flatMap(node => node.to.map(to => arrow(places.get(node.number), places.get(to), old && !old.some(o => o.number === node.number && o.to.includes(to)))));
	const circles = nodes.map(node => circle(node, places.get(node.number), old?.find(o => o.number === node.number), wrong.has(node.number)));
	return svg("svg", {class: "pic deque graph", width, height, role: "img", "aria-label": t("graph.label")}, arrows, circles);
}

// layout gives each node a place.
function layout(nodes) {
	const depth = new Map([[nodes[0].number, 0]]), queue = [nodes[0].number], rows = [];
	for (const number of queue) {
		for (const to of nodes.find(n => n.number === number).to) {
			if (depth.has(to)) continue;
			depth.set(to, depth.get(number) + 1);
			queue.push(to);
		}
	}
	for (const {number} of nodes) if (!depth.has(number)) queue.push(number);
	for (const number of queue) (rows[depth.get(number) ?? 0] ??= []).push(number);
	const widest = Math.max(...rows.map(row => row.length));
	return new Map(rows.flatMap((row, y) => row.map((number, i) => [number, {x: (i + .5 + (widest - row.length) / 2) * across, y: y * down + radius + 8}])));
}

// arrow is a reference: a line with a head at the rim of the circle.
function arrow(from, to, fresh) {
	const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
	const x = (to.x - from.x) / length, y = (to.y - from.y) / length;
	const end = {x: to.x - x * (radius + 2), y: to.y - y * (radius + 2)};
	const head = side => `L${end.x - x * 8 + side * y * 4} ${end.y - y * 8 - side * x * 4}`;
	return svg("path", {class: fresh ? "arrow changed" : "arrow", d: `M${from.x + x * radius} ${from.y + y * radius}L${end.x} ${end.y}${head(1)}M${end.x} ${end.y}${head(-1)}`});
}

function circle({number, shade}, {x, y}, old, wrong) {
	const changed = old && old.shade !== shade;
	return svg("g", {class: ["node", shade, changed ? "changed" : "", wrong ? "wrong" : ""].join(" "), transform: `translate(${x} ${y})`},
		changed || wrong ? svg("circle", {class: "halo", r: radius + 5}) : null, svg("circle", {r: radius}), svg("text", {class: "m", y: 5}, String(number)));
}
