package picture

import (
	"fmt"
	"html/template"
	"math"
	"slices"
)

// Strips shows the samples of measurements in order of time: a row for each result, in
// it a field for each process, in the field a dot for each sample. So a trend within a
// process, an outlier and a difference between processes can be seen. Each row has a
// scale of its own.
type Strips struct {
	Title      string // for readers who cannot see the picture, and at its top unless it is ""
	Conclusion string // what the picture shows, in words, for the same readers; may be ""
	Rows       []Strip
}

// Strip is one result. The times are nanoseconds.
type Strip struct {
	Name      string // cut if it is too long; the whole name is a tooltip
	Note      string // to the right of the name, such as "12.3 ms ± 1 %"; may be ""
	Processes []Samples
	Median    float64    // of the result, drawn across the row; 0 is none
	CI95      [2]float64 // an interval around it, drawn as a band; both 0 is none
}

// Samples are those of one process, in order of time, in nanoseconds.
type Samples struct {
	Warmup []float64 // dropped samples, which came first; drawn hollow, at the edge if they lie beyond
	Values []float64
	Median float64 // of Values, drawn across the field; 0 is none
}

const (
	stripHeight = 52.
	fewest      = 0.02 // a strip is at least so high, as a part of its median: less is no trend
)

// Inline returns the chart as an SVG element for a page that has Style. An error names
// the row that cannot be drawn.
func (p *Strips) Inline() (template.HTML, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	var s sheet
	y, left := s.top(p.Title), 40.
	for i := range p.Rows {
		left = max(left, widest(p.Rows[i].ticks(0))+8)
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		s.named(y, "", r.Name, r.Note)
		r.draw(&s, left, y+nameLine+3)
		y += nameLine + stripHeight + 16
	}
	y = s.keys(y-4, p.keys())
	return template.HTML(s.svg("", p.Title, p.Conclusion, rowsWidth, y)), nil
}

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

func (r *Strip) ticks(top float64) []tick {
	c := r.scale(top)
	return c.fewer(func(string) float64 { return 1.3 * small })
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

// keys say what the marks are.
func (p *Strips) keys() []key {
	all := []key{{"sample", func(s *sheet, x, y float64) {
		s.group("s0")
		s.path("dot", path("M", x+10, y, "h0"))
		s.end()
	}}}
	if slices.ContainsFunc(p.Rows, Strip.warm) {
		all = append(all, key{"warm-up, dropped", func(s *sheet, x, y float64) {
			s.group("s1")
			s.path("open", ring(x+10, y, 6))
			s.end()
		}})
	}
	all = append(all, key{"median of a process", func(s *sheet, x, y float64) { s.path("mid", path("M", x, y, "h", sample-8)) }},
		key{"of all", func(s *sheet, x, y float64) { s.path("level", path("M", x, y, "h", sample-8)) }})
	if slices.ContainsFunc(p.Rows, func(r Strip) bool { return r.CI95 != [2]float64{} }) {
		all = append(all, key{"95 % interval", func(s *sheet, x, y float64) {
			s.group("s0")
			s.path("band", rectangle(x, y-5, sample-8, 10))
			s.end()
		}})
	}
	return append(all, key{"a field is a process", func(s *sheet, x, y float64) { s.path("ground", rectangle(x, y-6, sample-8, 12)) }})
}

func (r Strip) warm() bool {
	return slices.ContainsFunc(r.Processes, func(p Samples) bool { return len(p.Warmup) > 0 })
}

// check finds what cannot be drawn.
func (p *Strips) check() error {
	for i := range p.Rows {
		r := &p.Rows[i]
		numbers := []float64{r.Median, r.CI95[0], r.CI95[1]}
		samples := 0
		for _, v := range r.Processes {
			numbers = append(append(append(numbers, v.Warmup...), v.Values...), v.Median)
			samples += len(v.Warmup) + len(v.Values)
		}
		if samples == 0 {
			return fmt.Errorf("row %d (%s): there are no samples", i+1, r.Name)
		}
		if err := finite(numbers...); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, r.Name, err)
		}
	}
	return needRows(len(p.Rows))
}
