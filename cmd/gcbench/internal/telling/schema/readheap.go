package schema

import (
	"fmt"
	"math"
)

// Check reports a figure that no heap can have. Reports are checked when they are read, and a
// heap from a file that was never checked is when it has been surveyed.
func (h *Heap) Check() error {
	s := &h.Structure
	for _, f := range []struct {
		field       string
		value, most float64
	}{
		{"live", float64(h.Live), float64(h.Objects)},
		{"roots", float64(h.Roots), math.MaxInt64},
		{"arena_bytes", float64(h.ArenaBytes), math.MaxInt64},
		{"structure.levels", float64(s.Levels), float64(h.Live)},
		{"structure.width", s.Width, float64(h.Live)},
		{"structure.widest", float64(s.Widest), float64(h.Live)},
		{"structure.edges", float64(s.Edges), float64(h.Edges)},
		{"structure.max_out", float64(s.MaxOut), float64(s.Edges)},
		{"structure.max_in", float64(s.MaxIn), float64(s.Edges)},
		{"structure.huge", float64(s.Huge), float64(h.Live)},
		{"structure.near", s.Near, 1},
		{"structure.alone", s.Alone, 1},
		{"degrees.mean", h.Degrees.Mean, float64(h.Edges)},
		{"degrees.max", float64(h.Degrees.Max), float64(h.Edges)},
		{"bound.one_ns", float64(h.Bound.OneNS), math.MaxInt64},
		{"bound.span_ns", float64(h.Bound.SpanNS), float64(h.Bound.OneNS)},
		{"bound.ceiling", h.Bound.Ceiling, float64(h.Bound.OneNS)},
	} {
		if err := within(f.field, f.value, 0, f.most); err != nil {
			return err
		}
	}
	if err := h.checkLevels(); err != nil {
		return err
	}
	if err := h.checkDegrees(); err != nil {
		return err
	}
	for i := range h.Remarks {
		if h.Remarks[i].Sentence == "" {
			return fmt.Errorf("remarks: sentence %d is empty", i+1)
		}
	}
	return nil
}

// checkLevels: the bars stand side by side, and have all levels and all live objects.
func (h *Heap) checkLevels() error {
	if n := len(h.Levels); n > MaxBars {
		return fmt.Errorf("levels has %d bars: there must be at most %d", n, MaxBars)
	}
	next, left := 0, h.Live
	for i, b := range h.Levels {
		switch {
		case b.From != next:
			return fmt.Errorf("levels: bar %d begins at level %d: it must begin at level %d, behind the one before", i+1, b.From, next)
		case b.Levels < 1 || b.Levels > h.Structure.Levels-next:
			return fmt.Errorf("levels: bar %d has %d levels: it must have 1 or more, and all bars together %d", i+1, b.Levels, h.Structure.Levels)
		case b.Objects > left:
			return fmt.Errorf("levels: bar %d has %d objects: there must be %d in all bars", i+1, b.Objects, h.Live)
		case b.Widest > min(b.Objects, h.Structure.Widest) || b.Widest > 0 && b.Objects/uint64(b.Levels) > b.Widest:
			return fmt.Errorf("levels: bar %d has %d objects on %d levels, and %d on the widest: that cannot be", i+1, b.Objects, b.Levels, b.Widest)
		}
		next, left = next+b.Levels, left-b.Objects
	}
	if next != h.Structure.Levels || left > 0 {
		return fmt.Errorf("levels: the bars have %d levels and %d objects: they must have %d levels and %d objects", next, h.Live-left, h.Structure.Levels, h.Live)
	}
	return nil
}

// maxClasses is how many classes of degrees there are: no reference, and one for each bit.
const maxClasses = 65

// checkDegrees: the classes have all objects.
func (h *Heap) checkDegrees() error {
	if n := len(h.Degrees.Histogram); n > maxClasses {
		return fmt.Errorf("degrees.histogram has %d classes: there must be at most %d", n, maxClasses)
	}
	left := h.Objects
	for _, n := range h.Degrees.Histogram {
		if n > left {
			return fmt.Errorf("degrees.histogram has more objects than the heap: there must be %d", h.Objects)
		}
		left -= n
	}
	if left > 0 {
		return fmt.Errorf("degrees.histogram has %d objects: there must be %d", h.Objects-left, h.Objects)
	}
	return nil
}
