package picture

import (
	"cmp"
	"strconv"
)

const (
	// maxGlyphs is how many points a line may have before glyphs would hide it.
	maxGlyphs = 40
	barEnd    = 3. // half the width of an error bar's ends
)

// glyph is a mark of a line's points: its class, and the path of one at x and y.
type glyph struct {
	class string
	at    func(x, y float64) string
}

// glyphs tell lines apart without colours. Neighbours differ in filling or in form.
var glyphs = []glyph{
	{"dot", func(x, y float64) string { return path("M", x, y, "h0") }},
	{"fill", func(x, y float64) string { return rectangle(x-2.5, y-2.5, 5, 5) }},
	{"open", func(x, y float64) string { return path("M", x, y-3.4) + "l3.2 5.6h-6.4z" }},
	{"fill", func(x, y float64) string { return path("M", x, y-3.6) + "l3.6 3.6-3.6 3.6-3.6-3.6z" }},
	{"open", func(x, y float64) string { return path("M", x-2.5, y) + "a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z" }},
	{"fill", func(x, y float64) string { return path("M", x-3.2, y-2.4) + "h6.4l-3.2 5.6z" }},
	{"thick", func(x, y float64) string { return path("M", x-2.6, y-2.6) + "l5.2 5.2m0-5.2l-5.2 5.2" }},
	{"thick", func(x, y float64) string { return path("M", x-3, y) + "h6m-3-3v6" }},
}

// look is how a line is drawn: the number of its colour and glyph.
type look int

func (k look) class() string { return "s" + strconv.Itoa(int(k)%series) }
func (k look) glyph() glyph  { return glyphs[int(k)%len(glyphs)] }

// looks gives each group of lines its look, in the order in which they come.
func (p *Picture) looks() map[string]look {
	looks := map[string]look{}
	for i := range p.Panels {
		for _, l := range p.Panels[i].Lines {
			if _, known := looks[l.group()]; !known {
				looks[l.group()] = look(len(looks))
			}
		}
	}
	return looks
}

func (l *Line) group() string { return cmp.Or(l.Group, l.Name) }

// draw draws the line, its error bars and its glyphs.
func (l *Line) draw(s *sheet, x, y *scale, k look) {
	var bars, marks string
	joined := []any{"M"}
	for _, at := range l.Points {
		h, v := x.at(at.X), y.at(at.Y)
		joined = append(joined, h, v)
		marks += k.glyph().at(h, v)
		if at.bounded() {
			hi, lo := y.at(at.Hi), y.at(max(at.Lo, y.lo))
			bars += path("M", h-barEnd, hi, "h", 2*barEnd, "m", -barEnd, 0., "V", lo, "m", -barEnd, 0., "h", 2*barEnd)
		}
	}
	s.path(k.class()+" bar", bars)
	if len(l.Points) > 1 {
		s.path(k.class()+l.stroke(), path(joined...))
	}
	if l.marked() {
		s.path(k.class()+" "+k.glyph().class, marks)
	}
}

// marked says whether the line has glyphs.
func (l *Line) marked() bool { return len(l.Points) <= maxGlyphs }

func (l *Line) stroke() string {
	if l.Dashed {
		return " line dash"
	}
	return " line"
}

// key is the line's entry in the legend.
func (l *Line) key(k look) key {
	return key{l.Name, func(s *sheet, x, y float64) {
		s.path(k.class()+l.stroke(), path("M", x, y, "h", sample-6))
		if l.marked() {
			s.path(k.class()+" "+k.glyph().class, k.glyph().at(x+(sample-6)/2, y))
		}
	}}
}
