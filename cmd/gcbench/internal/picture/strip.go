package picture

import "math"

const (
	stripHeight = 58.
	fewest      = 0.02 // a strip is at least so high, as a part of its median: less is no trend
)

// extent is that of all samples but those from the warm-up, which may lie far from the others.
func (r *Strip) extent() span {
	all := nowhere
	for _, p := range r.Processes {
		for _, v := range p.Values {
			all.include(v)
		}
	}
	if r.CI95 != [2]float64{} {
		all.include(r.CI95[0])
		all.include(r.CI95[1])
	}
	if all == nowhere {
		all.include(r.Median)
	}
	if room := fewest*math.Abs(r.Median) - (all.hi - all.lo); room > 0 {
		all = span{all.lo - room/2, all.hi + room/2}
	}
	return Axis{}.widen(all)
}

// places is how many places for samples the field of a process has; one is between fields.
func (p *Samples) places() int { return len(p.Warmup) + len(p.Values) + 1 }

func (r *Strip) scale(top float64) scale {
	return scale{Axis{Unit: Nanoseconds}, r.extent(), top + stripHeight - 4, top + 4}
}

// ticks are two at least: those of the ends where no others have room.
func (r *Strip) ticks(top float64) []tick {
	c := r.scale(top)
	ticks := c.fewer(func(string) float64 { return 1.15 * small })
	if len(ticks) < 2 {
		name := c.labels((c.hi-c.lo)/10, c.hi)
		ticks = []tick{{c.lo, name(c.lo)}, {c.hi, name(c.hi)}}
	}
	return ticks
}

// draw draws the row's axis, its interval, and a field for each process.
func (r *Strip) draw(s *sheet, left, top float64) {
	c := r.scale(top)
	var grid string
	for _, k := range r.ticks(top) {
		grid += path("M", left, c.at(k.value), "H", rowsWidth)
		s.text(left-5, c.at(k.value)+4, "e f", k.label)
	}
	s.path("grid", grid)
	if r.CI95 != [2]float64{} {
		hi := c.at(r.CI95[1])
		s.group("s0")
		s.path("band", rectangle(left, hi, rowsWidth-left, max(1, c.at(r.CI95[0])-hi)))
		s.end()
	}
	if r.Median != 0 && c.lo <= r.Median && r.Median <= c.hi {
		s.path("level", path("M", left, c.at(r.Median), "H", rowsWidth))
	}
	r.fields(s, &c, left, top)
}

// fields draws the samples, on a ground that differs between neighbours.
func (r *Strip) fields(s *sheet, c *scale, left, top float64) {
	places := 0
	for i := range r.Processes {
		places += r.Processes[i].places()
	}
	step := (rowsWidth - left) / float64(places)
	var dots, warm, medians, grounds string
	x := left
	for i, p := range r.Processes {
		if i%2 == 1 {
			grounds += rectangle(x, top, step*float64(p.places()), stripHeight)
		}
		x += step / 2
		begin := x
		for _, v := range p.Warmup {
			warm += ring(x+step/2, min(top+stripHeight, max(top, c.at(v))), step)
			x += step
		}
		for _, v := range p.Values {
			dots += path("M", x+step/2, c.at(v), "h0")
			x += step
		}
		if p.Median != 0 && c.lo <= p.Median && p.Median <= c.hi {
			medians += path("M", begin, c.at(p.Median), "H", x)
		}
		x += step / 2
	}
	s.path("ground", grounds)
	s.group("s0")
	s.path(dotClass(step), dots)
	s.end()
	s.group("s1")
	s.path("open", warm)
	s.end()
	s.path("mid", medians)
}

// dotClass is that of dots which are so far apart.
func dotClass(step float64) string {
	switch {
	case step >= 6:
		return "dot"
	case step >= 3:
		return "dot2"
	}
	return "dot3"
}

// ring is a hollow dot.
func ring(x, y, step float64) string {
	radius := min(2.2, max(0.8, step/2.5))
	return path("M", x-radius, y, "a", radius, radius, 0., 1., 0., 2*radius, 0., "a", radius, radius, 0., 1., 0., -2*radius, 0., "z")
}
