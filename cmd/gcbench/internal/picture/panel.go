package picture

import "math"

const (
	panelWidth = 400.
	plotHeight = 210.
	rightRoom  = 22. // for half the last label of the horizontal axis
	inside     = 6.  // between the ends of an axis and the data
	heading    = 17. // a line of text above a panel
)

// frame is what the panels of a picture have in common, so that they stand in line.
type frame struct {
	palette map[string]look
	titled  bool    // there is a panel with a title
	named   bool    // there is a vertical axis with a title
	left    float64 // room for the labels of vertical axes
}

func (p *Picture) frame() frame {
	f := frame{palette: p.palette(), left: 26}
	for i := range p.Panels {
		panel := &p.Panels[i]
		f.titled = f.titled || panel.Title != ""
		f.named = f.named || panel.Y.Title != ""
		_, y := panel.scales(f)
		f.left = max(f.left, widest(y.up())+8)
	}
	return f
}

// head is the room above the plots.
func (f *frame) head() float64 {
	h := inside
	if f.titled {
		h += heading
	}
	if f.named {
		h += heading
	}
	return h
}

// height is that of a panel without its legend.
func (p *Panel) height(f frame) float64 {
	h := f.head() + plotHeight + heading
	if p.X.Title != "" {
		h += heading
	}
	return h + inside
}

// scales returns the axes.
func (p *Panel) scales(f frame) (x, y scale) {
	h, v := p.extent()
	bottom, top := f.head()+plotHeight, f.head()
	x = scale{p.X, h, f.left + inside, panelWidth - rightRoom}
	y = scale{p.Y, v, bottom - inside, top + inside}
	if v.lo == 0 && p.Y.Log == 0 {
		y.from = bottom
	}
	x.whole = true
	for _, l := range p.Lines {
		for _, at := range l.Points {
			x.whole = x.whole && at.X == math.Trunc(at.X)
		}
	}
	return x, y
}

// draw draws the panel at the origin, without its legend.
func (p *Panel) draw(s *sheet, f frame) {
	x, y := p.scales(f)
	s.name(0, 12, "t", p.Title, 13, panelWidth)
	s.name(0, f.head()-inside-4, "f", p.Y.Title, small, panelWidth)
	p.axes(s, f, &x, &y)
	lines := make([]Line, len(p.Lines))
	for i, l := range p.Lines {
		lines[i] = l
		lines[i].Points = cut(l.Points, y.lo)
		lines[i].shade(s, &x, &y, f.palette[l.group()])
	}
	for i := range lines {
		if len(lines[i].Points) > 0 {
			lines[i].draw(s, &x, &y, f.palette[lines[i].group()])
		}
	}
	p.levels(s, &x, &y)
}

// axes draws the grid, and what is written beside it.
func (p *Panel) axes(s *sheet, f frame, x, y *scale) {
	bottom, top := f.head()+plotHeight, f.head()
	var grid, marks string
	for _, k := range y.up() {
		if k.label != "" {
			v := y.at(k.value)
			grid += path("M", f.left, v, "H", panelWidth-rightRoom+inside)
			s.text(f.left-5, v+4, "e f", k.label)
		}
	}
	for _, k := range x.across() {
		h := x.at(k.value)
		if k.label == "" {
			marks += path("M", h, bottom, "v3")
			continue
		}
		grid += path("M", h, top, "V", bottom)
		marks += path("M", h, bottom, "v5")
		s.text(x.middle(k), bottom+heading-1, "m f", k.label)
	}
	s.path("grid", grid)
	s.path("axis", marks+path("M", f.left, bottom, "H", panelWidth-rightRoom+inside))
	if p.X.Title != "" {
		s.name((f.left+panelWidth-rightRoom)/2, bottom+2*heading-2, "m f", p.X.Title, small, panelWidth-f.left)
	}
}
