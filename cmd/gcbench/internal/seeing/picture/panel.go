package picture

import "math"

const (
	panelWidth = 400.
	plotHeight = 210.
	rightRoom  = 22. // for half the last label of the horizontal axis
	inside     = 6.  // between the ends of an axis and the data
	heading    = 17. // a line of text above a panel

	// The plot lies below the title and the name of its vertical axis.
	plotTop    = inside + 2*heading
	plotBottom = plotTop + plotHeight
	plotRight  = panelWidth - rightRoom
)

// scales returns the axes. The horizontal one begins where the labels of the other end.
func (p *Panel) scales() (x, y scale) {
	h, v := p.extent()
	y = scale{p.Y, p.Y.widen(v), plotBottom - inside, plotTop + inside}
	if y.lo == 0 && p.Y.Log == 0 {
		y.from = plotBottom
	}
	x = scale{p.X, p.X.widen(h), max(26, widest(y.up())+8) + inside, plotRight}
	x.whole = true
	for _, l := range p.Lines {
		for _, at := range l.Points {
			x.whole = x.whole && at.X == math.Trunc(at.X)
		}
	}
	return x, y
}

// draw draws the panel at the origin, and returns how high it is.
func (p *Panel) draw(s *sheet, looks map[string]look) float64 {
	x, y := p.scales()
	s.name(0, 12, "t", p.Title, 13, panelWidth)
	s.name(0, plotTop-inside-4, "f", p.Y.Title, small, panelWidth)
	left := p.axes(s, &x, &y)
	for i := range p.Lines {
		if l := &p.Lines[i]; len(l.Points) > 0 {
			l.draw(s, &x, &y, looks[l.group()])
		}
	}
	p.levels(s, &x, &y)
	var keys []key
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Name != "" {
			keys = append(keys, l.key(looks[l.group()]))
		}
	}
	bottom := plotBottom + heading + inside
	if p.X.Title != "" {
		bottom += heading
	}
	return s.keys(left, bottom, panelWidth-left, keys)
}

// axes draws the grid, and what is written beside it. It returns where the plot begins.
func (p *Panel) axes(s *sheet, x, y *scale) (left float64) {
	left = x.from - inside
	var grid, marks string
	for _, k := range y.up() {
		if k.label != "" {
			v := y.at(k.value)
			grid += path("M", left, v, "H", plotRight+inside)
			s.text(left-5, v+4, "e f", k.label)
		}
	}
	for _, k := range x.across() {
		h := x.at(k.value)
		if k.label == "" {
			marks += path("M", h, plotBottom, "v3")
			continue
		}
		grid += path("M", h, plotTop, "V", plotBottom)
		marks += path("M", h, plotBottom, "v5")
		s.text(x.middle(k), plotBottom+heading-1, "m f", k.label)
	}
	s.path("grid", grid)
	s.path("axis", marks+path("M", left, plotBottom, "H", plotRight+inside))
	if p.X.Title != "" {
		s.name((left+plotRight)/2, plotBottom+2*heading-2, "m f", p.X.Title, small, panelWidth-left)
	}
	return left
}

// levels draws the levels across the panel, with a name each above its line, at the left:
// what is compared with a level mostly comes near to it at the right. A name that would lie on
// another one stands below.
func (p *Panel) levels(s *sheet, x, y *scale) {
	taken := math.Inf(-1)
	for _, l := range p.Levels {
		v := y.at(l.Y)
		s.path("level", path("M", x.from, v, "H", x.to))
		line := v - 4
		if math.Abs(line-taken) < tiny+2 {
			line = v + tiny + 1
		}
		taken = line
		s.name(x.from, line, "f halo", l.Name, tiny, x.to-x.from)
	}
}
