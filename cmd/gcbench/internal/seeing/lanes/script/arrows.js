// Arrows from victims to thieves, and from senders to owners.

const seen = arrow => !view.hidden.has("arrow " + arrow.kind) && arrow.arrived >= view.from && arrow.sent <= view.to;

// many is how many arrows have room for their heads. If there are more, lines are all that is drawn.
const many = () => (view.width - view.gutter) / 6;

// paintArrows draws the arrows in the view. The more there are, the fainter they become.
function paintArrows(context) {
	const shown = view.mark.arrows.filter(seen);
	const steals = shown.filter(a => a.kind === "steal"), others = shown.filter(a => a.kind !== "steal");
	context.setLineDash([3, 3]);
	paintAlike(context, others, palette.receive, 1, 0.7);
	context.setLineDash([]);
	paintAlike(context, steals, palette.steal, 1.6, 1);
}

function paintAlike(context, arrows, colour, width, alpha) {
	context.globalAlpha = alpha * Math.max(0.06, Math.min(1, (many() / arrows.length) ** 1.3));
	if (arrows.length < many()) arrows.forEach(a => paintArrow(context, a, colour, width));
	else {
		context.beginPath();
		arrows.forEach(a => curve(context, a));
		context.strokeStyle = colour;
		context.lineWidth = width;
		context.stroke();
	}
	context.globalAlpha = 1;
}

// curve adds an arrow to the path. It begins and ends before the middle of a lane, where words are. It returns the place and
// the direction of the end, or nothing if nobody can see the arrow.
function curve(context, arrow) {
	const down = Math.sign(arrow.to - arrow.from) * view.lane * 0.25;
	const x0 = xOf(arrow.sent), x1 = xOf(arrow.arrived), bend = (x1 - x0) / 2;
	const y0 = yOf(arrow.from) + view.lane / 2 + down, y1 = yOf(arrow.to) + view.lane / 2 - down;
	if (Math.max(y0, y1) < ruler || Math.min(y0, y1) > view.height) return null;
	context.moveTo(x0, y0);
	context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
	return {x: x1, y: y1, angle: x1 - x0 > 8 ? 0 : Math.sign(y1 - y0) * Math.PI / 2};
}

// paintArrow draws one arrow with a head, and paper around the line, which sets it off from the slices.
function paintArrow(context, arrow, colour, width) {
	context.beginPath();
	const end = curve(context, arrow);
	if (!end) return;
	context.strokeStyle = palette.paper;
	context.lineWidth = width + 2.5;
	context.stroke();
	context.strokeStyle = colour;
	context.lineWidth = width;
	context.stroke();
	paintHead(context, end, colour, Math.min(5 + width, view.lane / 2));
}

// paintHead ends an arrow with a triangle, which points in the direction of the angle.
function paintHead(context, {x, y, angle}, colour, size) {
	context.save();
	context.setLineDash([]);
	context.translate(x, y);
	context.rotate(angle);
	context.beginPath();
	context.moveTo(0, 0);
	context.lineTo(-size, -size * 0.55);
	context.lineTo(-size, size * 0.55);
	context.closePath();
	context.fillStyle = colour;
	context.strokeStyle = palette.paper;
	context.lineWidth = 1;
	context.stroke();
	context.fill();
	context.restore();
}
