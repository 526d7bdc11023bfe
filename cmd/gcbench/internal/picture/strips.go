package picture

import (
	"fmt"
	"html/template"
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
	Warmup []float64 // dropped samples, which came first; drawn hollow
	Values []float64
	Median float64 // of Values, drawn across the field; 0 is none
}

// Inline returns the chart as an SVG element for a page that has Style. An error names
// the row that cannot be drawn.
func (s *Strips) Inline() (template.HTML, error) {
	if err := s.check(); err != nil {
		return "", err
	}
	return placeholder(s.Title, s.Conclusion, len(s.Rows)), nil
}

// check finds what cannot be drawn.
func (s *Strips) check() error {
	for i := range s.Rows {
		r := &s.Rows[i]
		numbers := []float64{r.Median, r.CI95[0], r.CI95[1]}
		samples := 0
		for _, p := range r.Processes {
			numbers = append(append(append(numbers, p.Warmup...), p.Values...), p.Median)
			samples += len(p.Warmup) + len(p.Values)
		}
		if samples == 0 {
			return fmt.Errorf("row %d (%s): there are no samples", i+1, r.Name)
		}
		if err := finite(numbers...); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, r.Name, err)
		}
	}
	return needRows(len(s.Rows))
}
