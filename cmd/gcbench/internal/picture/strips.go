package picture

import (
	"fmt"
	"html/template"
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
		key{"median of all", func(s *sheet, x, y float64) { s.path("level", path("M", x, y, "h", sample-8)) }})
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
