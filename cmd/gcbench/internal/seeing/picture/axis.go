package picture

import "math"

const (
	small = 11. // size of letters: those of axes
	tiny  = 10. // those of levels
)

// scale is an axis with its place: values of the span lie between from and to.
type scale struct {
	Axis
	span
	from, to float64
}

func (c *scale) at(v float64) float64 {
	part := (v - c.lo) / (c.hi - c.lo)
	if c.Log != 0 {
		part = math.Log(v/c.lo) / math.Log(c.hi/c.lo)
	}
	return c.from + part*(c.to-c.from)
}

// across returns the ticks of a horizontal axis, whose labels have room side by side.
func (c *scale) across() []tick {
	return c.fewer(func(label string) float64 { return letters(label, small) + 8 })
}

// up returns the ticks of a vertical axis.
func (c *scale) up() []tick { return c.fewer(func(string) float64 { return 2 * small }) }

// middle is where the label of a horizontal axis stands: at its tick, or a little to the
// left where it would leave the panel.
func (c *scale) middle(k tick) float64 {
	return min(c.at(k.value), c.to+rightRoom-letters(k.label, small)/2)
}

// fewer leaves out labels until each has the room that it needs.
func (c *scale) fewer(room func(label string) float64) []tick {
	for most := maxTicks; ; most-- {
		ticks := c.ticks(c.span, most)
		if most == 2 || c.apart(ticks, room) {
			return ticks
		}
	}
}

func (c *scale) apart(ticks []tick, room func(label string) float64) bool {
	end := math.Inf(-1)
	for _, k := range ticks {
		if k.label == "" {
			continue
		}
		half, middle := room(k.label)/2, math.Abs(c.at(k.value)-c.from)
		if middle-half < end {
			return false
		}
		end = middle + half
	}
	return true
}

// widest is the room that the labels need beside an axis.
func widest(ticks []tick) (w float64) {
	for _, k := range ticks {
		w = max(w, letters(k.label, small))
	}
	return w
}
