package picture

import (
	"fmt"
	"html/template"
)

// Forest shows ratios with their intervals on a logarithmic axis around 1: a row for each
// comparison, with the verdict in words.
type Forest struct {
	Title      string  // for readers who cannot see the picture, and at its top unless it is ""
	Conclusion string  // what the picture shows, in words, for the same readers; may be ""
	Axis       string  // what the ratio is, such as "time of B over time of A"
	Same       float64 // ratios from 1-Same to 1+Same count as the same, and are a band; 0 is no band
	Rows       []Ratio
}

// Ratio is one comparison.
type Ratio struct {
	Name  string     // cut if it is too long; the whole name is a tooltip
	Ratio float64    // above 0
	CI95  [2]float64 // both 0: the interval is not known
	// Verdict is written beside the ratio. "faster", "slower", "same" and "unsure" have
	// glyphs and colours of their own.
	Verdict string
	Total   bool // the ratio is that of all rows
}

// Inline returns the chart as an SVG element for a page that has Style. An error names
// the row that cannot be drawn.
func (f *Forest) Inline() (template.HTML, error) {
	if err := f.check(); err != nil {
		return "", err
	}
	return placeholder(f.Title, f.Conclusion, len(f.Rows)), nil
}

// check finds what cannot be drawn.
func (f *Forest) check() error {
	if !(f.Same >= 0 && f.Same < 1) {
		return fmt.Errorf("the band of what is the same has half a width of %v: it must be from 0 to 1", f.Same)
	}
	for i := range f.Rows {
		if err := f.Rows[i].check(); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, f.Rows[i].Name, err)
		}
	}
	return needRows(len(f.Rows))
}

func (r *Ratio) check() error {
	if err := finite(r.Ratio, r.CI95[0], r.CI95[1]); err != nil {
		return err
	}
	if r.Ratio <= 0 {
		return fmt.Errorf("the ratio is %v: it must be above 0", r.Ratio)
	}
	if r.hasInterval() && !(0 < r.CI95[0] && r.CI95[0] <= r.CI95[1]) {
		return fmt.Errorf("the interval is %v: it must lie above 0", r.CI95)
	}
	return nil
}

func (r *Ratio) hasInterval() bool { return r.CI95 != [2]float64{} }
