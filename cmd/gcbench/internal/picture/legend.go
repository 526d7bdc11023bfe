package picture

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	legendIndent = vg.Length(40) // about where the axis begins
	legendRow    = vg.Length(15)
	legendGap    = vg.Length(6) // below the axis
	oneColumn    = 3            // longest legend that has a single column
)

// legend is the entries of a panel, drawn row by row in one column or two.
type legend []entry

// entry is a line's name and what it looks like.
type entry struct {
	name   string
	thumbs []plot.Thumbnailer
}

func legendColumns(entries int) int {
	if entries > oneColumn {
		return 2
	}
	return 1
}

// draw draws the entries from the top of the canvas.
func (l legend) draw(c draw.Canvas) {
	columns := legendColumns(len(l))
	width := c.Size().X / vg.Length(columns)
	for i, e := range l {
		one := plot.NewLegend()
		one.TextStyle = typeface(10, false)
		one.Top, one.Left = true, true
		one.Add(e.name, e.thumbs...)
		left, down := width*vg.Length(i%columns), legendGap+legendRow*vg.Length(i/columns)
		one.Draw(draw.Crop(c, left, 0, 0, -down))
	}
}

// legendHeight is the room that the longest legend needs.
func (p *Picture) legendHeight() vg.Length {
	rows := 0
	for i := range p.Panels {
		n := 0
		for _, l := range p.Panels[i].Lines {
			if l.Name != "" {
				n++
			}
		}
		rows = max(rows, (n+legendColumns(n)-1)/legendColumns(n))
	}
	return legendGap + legendRow*vg.Length(rows)
}
