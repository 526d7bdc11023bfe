// Package picture draws measured data as static SVG: lines, and samples in order of
// time. A picture is a separate file or a part of an HTML page. It can be read on a white
// page and on a dark one, on a phone, and by readers who do not tell colours apart. The
// same data gives the same bytes.
package picture

import (
	"errors"
	"fmt"
	"math"
)

// Picture is one chart or several side by side.
type Picture struct {
	Title string // also what the file calls itself
	// Conclusion is what the picture shows, in words, for readers who cannot see it;
	// it may be "".
	Conclusion string
	Panels     []Panel
	// Columns is how many panels stand side by side; 0 is all of them.
	Columns int
}

// Panel is a chart: lines over two axes, with a legend below.
type Panel struct {
	Title  string
	X, Y   Axis
	Lines  []Line
	Levels []Level
}

// Axis is one axis of a panel. Its range is that of the data.
type Axis struct {
	Title string
	// Log is the base of a logarithmic scale, 2 or 10; 0 is a linear scale.
	Log float64
	// FromZero has a linear scale begin at 0 even if the data does not.
	FromZero bool

	time  bool // numbers are nanoseconds, and are written as ns, µs, ms or s
	whole bool // marks are whole numbers: the data is
}

// Line is a series of points, joined in the order given.
type Line struct {
	Name string // in the legend; "" keeps the line out of it
	// Group makes lines that belong together share a colour, across the panels
	// of a picture as well; "" is a group for this line alone, with the line's name.
	Group  string
	Dashed bool
	Points []Point
}

// Point is one point of a line. Lo and Hi are the ends of an error bar, both 0 if there is none.
// Lo may be 0 or less on a logarithmic scale, which has no place for it: there
// the interval is drawn down to the lower end of the axis.
type Point struct{ X, Y, Lo, Hi float64 }

func (p *Point) bounded() bool { return p.Lo != 0 || p.Hi != 0 }

// Level is a horizontal line with a label: a bound, or a figure to compare
// with.
type Level struct {
	Name string
	Y    float64
}

// check finds what cannot be drawn.
func (p *Picture) check() error {
	if len(p.Panels) == 0 {
		return errors.New("the picture has no panel")
	}
	for i := range p.Panels {
		panel := &p.Panels[i]
		x, y := panel.extent()
		for _, err := range []error{panel.X.check(x), panel.Y.check(y)} {
			if err != nil {
				return fmt.Errorf("panel %d (%s): %w", i+1, panel.Title, err)
			}
		}
	}
	return nil
}

// extent returns the ends of both axes: those of the data and the levels.
func (p *Panel) extent() (x, y span) {
	x, y = nowhere, nowhere
	for _, l := range p.Lines {
		for _, at := range l.Points {
			x.include(at.X)
			y.include(at.Y)
			if at.bounded() {
				y.include(at.Hi)
				if p.Y.Log == 0 || !(at.Lo <= 0) {
					y.include(at.Lo)
				}
			}
		}
	}
	for _, l := range p.Levels {
		y.include(l.Y)
	}
	return x, y
}

// span is an interval of an axis.
type span struct{ lo, hi float64 }

var nowhere = span{math.Inf(1), math.Inf(-1)}

func (s *span) include(v float64) { s.lo, s.hi = min(s.lo, v), max(s.hi, v) }

// largest is what an axis has room for, in either direction.
const largest = 1e100

// check finds that the values of a span cannot be drawn. A value that is no number has made
// both ends so.
func (a Axis) check(s span) error {
	switch {
	case s == nowhere:
		return errors.New("there are no points")
	case !(s.lo >= -largest && s.hi <= largest) || a.Log != 0 && s.lo < 1/largest:
		return fmt.Errorf("values from %v to %v cannot be drawn on axis %q", s.lo, s.hi, a.Title)
	}
	return nil
}

// widen makes room where all values are equal.
func (a Axis) widen(s span) span {
	if a.FromZero && a.Log == 0 {
		s.include(0)
	}
	switch {
	case s.hi-s.lo > inexact*max(math.Abs(s.lo), math.Abs(s.hi)):
	case a.Log != 0:
		s = span{s.lo / a.Log, s.hi * a.Log}
	default:
		room := max(1, math.Abs(s.lo)/10)
		s = span{s.lo - room, s.hi + room}
	}
	return s
}
