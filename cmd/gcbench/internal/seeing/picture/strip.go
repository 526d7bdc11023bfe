package picture

import (
	"html/template"
	"math"
)

// Strip shows the samples of a measurement in order of time: a field for each process, and
// in the field a dot for each sample. A trend within a process, an outlier and a difference
// between processes can be seen. The times are nanoseconds.
type Strip struct {
	Title, Note string // for readers who cannot see the picture
	Processes   []Samples
	Median      float64    // of all, drawn across the strip; 0 is none
	CI95        [2]float64 // an interval around it, drawn as a band; both 0 is none
}

// Samples are those of one process, in order of time, in nanoseconds.
type Samples struct {
	Warmup []float64 // dropped samples, which came first; drawn hollow, at the edge if they lie beyond
	Values []float64
	Median float64 // of Values, drawn across the field; 0 is none
}

const (
	stripHeight = 58.
	stripEdge   = 3.   // above the strip and below, for what lies at its edge
	stripLabels = 52.  // room for the labels of most strips, so that these stand in line
	fewest      = 0.02 // a strip is at least so high, as a part of its median: less is no trend
)

// Inline returns the chart as an SVG element for a page that has Style. An error says what
// cannot be drawn.
func (r *Strip) Inline() (template.HTML, error) {
	if err := (Axis{Title: "time"}).check(r.extent()); err != nil {
		return "", err
	}
	var s sheet
	r.draw(&s, stripEdge)
	return template.HTML(s.svg("", r.Title, r.Note, panelWidth, stripHeight+2*stripEdge)), nil
}

// StripKeys is an SVG element that says what the marks of strips are.
func StripKeys() template.HTML {
	var s sheet
	height := s.keys(0, 0, panelWidth, []key{
		{"sample", func(s *sheet, x, y float64) { s.path("s0 dot", path("M", x+10, y, "h0")) }},
		{"warm-up, dropped", func(s *sheet, x, y float64) { s.path("s1 open", ring(x+10, y, 6)) }},
		{"median of a process", func(s *sheet, x, y float64) { s.path("mid", path("M", x, y, "h", sample-8)) }},
		{"median of all", func(s *sheet, x, y float64) { s.path("level", path("M", x, y, "h", sample-8)) }},
		{"95 % interval", func(s *sheet, x, y float64) { s.path("s0 band", rectangle(x, y-5, sample-8, 10)) }},
		{"a field is a process", func(s *sheet, x, y float64) { s.path("ground", rectangle(x, y-6, sample-8, 12)) }},
	})
	return template.HTML(s.svg("", "What the marks are", "", panelWidth, height))
}

// extent is that of all samples but those from the warm-up, which may lie far from the others.
func (r *Strip) extent() span {
	all := nowhere
	for _, p := range r.Processes {
		for _, v := range p.Values {
			all.include(v)
		}
	}
	if r.bounded() {
		all.include(r.CI95[0])
		all.include(r.CI95[1])
	}
	if all == nowhere {
		all.include(r.Median)
	}
	return all
}

// places is how many places for samples the field of a process has; one is between fields.
func (p *Samples) places() int { return len(p.Warmup) + len(p.Values) + 1 }

func (r *Strip) scale(top float64) scale {
	all := r.extent()
	if room := fewest*math.Abs(r.Median) - (all.hi - all.lo); room > 0 {
		all = span{all.lo - room/2, all.hi + room/2}
	}
	return scale{Axis{time: true}, Axis{}.widen(all), top + stripHeight - 4, top + 4}
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

// draw draws the strip's axis, its interval, and a field for each process.
func (r *Strip) draw(s *sheet, top float64) {
	c, ticks := r.scale(top), r.ticks(top)
	left := max(stripLabels, widest(ticks)+8)
	var grid string
	for _, k := range ticks {
		grid += path("M", left, c.at(k.value), "H", panelWidth)
		s.text(left-5, c.at(k.value)+4, "e f", k.label)
	}
	s.path("grid", grid)
	if r.bounded() {
		hi := c.at(r.CI95[1])
		s.path("s0 band", rectangle(left, hi, panelWidth-left, max(1, c.at(r.CI95[0])-hi)))
	}
	if r.Median != 0 && c.lo <= r.Median && r.Median <= c.hi {
		s.path("level", path("M", left, c.at(r.Median), "H", panelWidth))
	}
	r.fields(s, &c, left, top)
}

func (r *Strip) bounded() bool { return r.CI95 != [2]float64{} }

// fields draws the samples, on a ground that differs between neighbours.
func (r *Strip) fields(s *sheet, c *scale, left, top float64) {
	places := 0
	for i := range r.Processes {
		places += r.Processes[i].places()
	}
	step := (panelWidth - left) / float64(places)
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
	s.path("s0 "+dotClass(step), dots)
	s.path("s1 open", warm)
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
