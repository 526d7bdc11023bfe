package picture

import "slices"

const (
	legendRow = 16.
	sample    = 28. // room for what a line looks like, before its name
	between   = 14. // entries
)

// entry is a line's name and what it looks like.
type entry struct {
	name   string
	look   look
	stroke string
	marked bool // the line has glyphs
}

// legend is the entries of a panel, which fill rows from left to right.
type legend []entry

func (p *Panel) legend(palette map[string]look) (all legend) {
	for i := range p.Lines {
		l := &p.Lines[i]
		e := entry{l.Name, palette[l.group()], l.stroke(), len(l.Points) <= maxGlyphs}
		if l.Name != "" && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// height is the room that the legend needs in the given width.
func (l legend) height(width float64) float64 {
	rows := flow(l.widths(), width)
	if len(rows) == 0 {
		return 0
	}
	return rows[len(rows)-1].y + legendRow
}

func (l legend) widths() (all []float64) {
	for _, e := range l {
		all = append(all, sample+letters(e.name, small))
	}
	return all
}

// draw draws the legend below y.
func (l legend) draw(s *sheet, x, y, width float64) {
	for i, at := range flow(l.widths(), width) {
		e, left, middle := l[i], x+at.x, y+at.y+legendRow/2
		s.group(e.look.class())
		s.path(e.stroke, path("M", left, middle, "h", sample-6))
		if e.marked {
			s.path(e.look.glyph().class, e.look.glyph().at(left+(sample-6)/2, middle))
		}
		s.end()
		s.name(left+sample, middle+4, "", e.name, small, width-sample)
	}
}

// spot is where something lies.
type spot struct{ x, y float64 }

// flow sets things of these widths in rows, as words are set in a paragraph.
func flow(widths []float64, room float64) []spot {
	var spots []spot
	at := spot{}
	for _, w := range widths {
		if at.x > 0 && at.x+w > room {
			at = spot{0, at.y + legendRow}
		}
		spots = append(spots, at)
		at.x += w + between
	}
	return spots
}
