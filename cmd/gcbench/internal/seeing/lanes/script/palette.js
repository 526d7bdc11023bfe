// Colours and patterns. A pattern says what the colour says, for those who do not see the colour.

const looks = {
	scan: ["busy", "plain"], alone: ["alone", "level"], steal: ["steal", "plain"], overflow: ["overflow", "rising"],
	pending: ["overflow", "falling"], look: ["look", "upright"], await: ["look", "dots"],
	sleep: ["sleep", "plain"], speculate: ["speculate", "rising"],
};

const tones = ["paper", "ink", "faint", "accent", "busy", "alone", "steal", "overflow", "receive", "look", "sleep", "speculate"];

// palette has the colours that hold at the moment. Each activity has a plain colour, a pattern and a colour for letters.
let palette = {};

// readPalette reports whether something has changed.
function readPalette() {
	const style = getComputedStyle(root), scale = pixels();
	const colours = Object.fromEntries(tones.map(name => [name, style.getPropertyValue("--" + name).trim()]));
	const key = JSON.stringify([colours, scale]);
	if (palette.key === key) return false;
	palette = {key, scale, ...colours};
	palette.activity = activities.map((name, a) => {
		const [from, pattern] = looks[name] || ["busy", "plain"];
		const fill = colours[from];
		const letters = contrast(fill, colours.ink) > contrast(fill, colours.paper) ? colours.ink : colours.paper;
		return {fill, letters, pattern: patternOf(pattern, fill, letters, a < firstIdle ? 0.6 : 0.35)};
	});
	return true;
}

// luminance is that of the Web Content Accessibility Guidelines 2.2, "relative luminance", of a colour #rrggbb.
function luminance(colour) {
	const [r, g, b] = [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
	const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

const strokes = {
	plain: [],
	level: [[0, 2, 8, 2], [0, 6, 8, 6]],
	upright: [[4, 0, 4, 8]],
	rising: [[-2, 10, 10, -2], [-2, 2, 2, -2], [6, 10, 10, 6]],
	falling: [[-2, -2, 10, 10], [6, -2, 10, 2], [-2, 6, 2, 10]],
	dots: [[1.2, 2, 2.8, 2], [5.2, 6, 6.8, 6]],
};

// patternOf makes a tile of 8 by 8 pixels of the page.
function patternOf(name, fill, line, alpha) {
	if (!strokes[name].length) return fill;
	const tile = document.createElement("canvas");
	tile.width = tile.height = Math.round(8 * palette.scale);
	const t = tile.getContext("2d");
	t.scale(tile.width / 8, tile.width / 8);
	t.fillStyle = fill;
	t.fillRect(0, 0, 8, 8);
	t.strokeStyle = line;
	t.globalAlpha = name === "dots" ? 1.5 * alpha : alpha;
	t.lineWidth = name === "dots" ? 1.6 : 1;
	t.beginPath();
	for (const [x0, y0, x1, y1] of strokes[name]) {
		t.moveTo(x0, y0);
		t.lineTo(x1, y1);
	}
	t.stroke();
	const pattern = t.createPattern(tile, "repeat");
	pattern.setTransform(new DOMMatrix().scale(8 / tile.width));
	return pattern;
}
