package picture

import (
	"errors"
	"fmt"
	"math"
)

func needRows(n int) error {
	if n == 0 {
		return errors.New("the picture has no row")
	}
	return nil
}

// finite finds a number that has no place in a picture.
func finite(numbers ...float64) error {
	for _, v := range numbers {
		if !(math.Abs(v) <= largest) {
			return fmt.Errorf("%v cannot be drawn", v)
		}
	}
	return nil
}

const (
	rowsWidth = panelWidth
	nameLine  = 16. // the line of text above a row
	ends      = 8.  // between the sides of a chart and what an axis shows
)

// top writes the title of a chart of rows, and returns where its rows begin.
func (s *sheet) top(title string) (y float64) {
	if title == "" {
		return 2
	}
	s.name(0, 12, "t", title, 13, rowsWidth)
	return heading + 4
}

// named writes the name of a row and at its right the note, which has what room it needs.
func (s *sheet) named(y float64, class, name, note string) {
	note = fit(note, small, rowsWidth*2/3)
	room := rowsWidth
	if note != "" {
		room -= letters(note, small) + 10
	}
	s.name(0, y+11, class, name, small, room)
	s.text(rowsWidth, y+11, "e f", note)
}

// key is an entry below a chart of rows: what stands for what.
type key struct {
	name string
	draw func(s *sheet, x, y float64) // at the middle of its left side
}

// keys draws entries from y on, and returns where they end.
func (s *sheet) keys(y float64, all []key) float64 {
	var widths []float64
	for _, k := range all {
		widths = append(widths, sample+letters(k.name, small))
	}
	for i, at := range flow(widths, rowsWidth) {
		all[i].draw(s, at.x, y+at.y+legendRow/2)
		s.name(at.x+sample, y+at.y+legendRow/2+4, "", all[i].name, small, rowsWidth-sample)
		if i == len(all)-1 {
			y += at.y + legendRow
		}
	}
	return y
}

// below draws the horizontal axis of a chart of rows.
func (s *sheet) below(c *scale, bottom float64) {
	var marks string
	for _, k := range c.across() {
		if k.label != "" {
			marks += path("M", c.at(k.value), bottom, "v4")
			s.text(c.middle(k), bottom+heading-1, "m f", k.label)
		}
	}
	s.path("axis", marks+path("M", c.from, bottom, "H", c.to))
}
