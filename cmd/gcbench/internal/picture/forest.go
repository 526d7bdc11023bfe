package picture

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
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
	const row = nameLine + 22 // style's class rows has these numbers
	var s, rows sheet
	c := scale{Axis{Log: 2}, f.extent(), ends, rowsWidth - ends - rightRoom/2}
	top := s.top(f.Title)
	y := top
	for i := range f.Rows {
		f.Rows[i].draw(&rows, &c, y)
		y += row
	}
	bottom := y - 4
	if f.Same > 0 {
		left, right := c.at(1-f.Same), c.at(1+f.Same)
		s.path("track", rectangle(left, top, right-left, bottom-top))
	}
	grid := ""
	for _, k := range c.across() {
		grid += path("M", c.at(k.value), top+nameLine, "V", bottom)
	}
	s.path("grid rows", grid)
	s.path("mid rows", path("M", c.at(1), top+nameLine, "V", bottom))
	s.below(&c, bottom)
	s.WriteString(rows.String())
	y = bottom + heading
	if f.Axis != "" {
		s.name((c.from+c.to)/2, y+heading-3, "m f", f.Axis, small, rowsWidth)
		y += heading
	}
	y = s.keys(y+4, f.keys())
	return template.HTML(s.svg("", f.Title, f.Conclusion, rowsWidth, y)), nil
}

// extent is that of the ratios, of 1, and of intervals; an interval that is very wide ends
// at the side of the chart.
func (f *Forest) extent() span {
	const far = 1.5 // beyond all ratios
	ratios, all := span{1 - f.Same, 1 + f.Same}, nowhere
	for i := range f.Rows {
		ratios.include(f.Rows[i].Ratio)
	}
	all = ratios
	for i := range f.Rows {
		if r := &f.Rows[i]; r.hasInterval() {
			all.include(max(r.CI95[0], ratios.lo/far))
			all.include(min(r.CI95[1], ratios.hi*far))
		}
	}
	room := math.Pow(all.hi/all.lo, 0.03) * 1.002
	return span{all.lo / room, all.hi * room}
}

// verdicts are what has a glyph of its own: which way it points is which way the time went.
var verdicts = []struct{ name, class, glyph, path string }{
	{"faster", "s0", "fill", "m-5 0l8-5v10z"},
	{"slower", "s1", "fill", "m5 0l-8-5v10z"},
	{"same", "s2", "fill", "m-3.5-3.5h7v7h-7z"},
	{"unsure", "f", "open", "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"},
}

// draw draws a row: its words, its interval and a glyph at the ratio.
func (r *Ratio) draw(s *sheet, c *scale, y float64) {
	class, middle := "", y+nameLine+8
	if r.Total {
		class = "t"
		s.path("axis", path("M", 0., y-3, "h", rowsWidth))
	}
	s.named(y, class, r.Name, strings.TrimSpace(r.number()+" "+r.Verdict))
	s.group(r.look().class)
	if r.hasInterval() {
		s.path("thick", r.interval(c, middle))
	}
	s.path(r.look().glyph, path("M", c.at(r.Ratio), middle)+r.look().path)
	s.end()
}

// number writes the ratio.
func (r *Ratio) number() string {
	if r.Ratio >= 0.1 && r.Ratio < 10 {
		return strconv.FormatFloat(r.Ratio, 'f', 2, 64)
	}
	return strconv.FormatFloat(r.Ratio, 'g', 3, 64)
}

// look is that of the verdict, or of none.
func (r *Ratio) look() (v struct{ name, class, glyph, path string }) {
	for _, v := range verdicts {
		if v.name == r.Verdict {
			return v
		}
	}
	return verdicts[len(verdicts)-1]
}

// interval has a bar at an end, or an arrow where it goes on.
func (r *Ratio) interval(c *scale, y float64) string {
	left, right := c.at(max(r.CI95[0], c.lo)), c.at(min(r.CI95[1], c.hi))
	d := path("M", left, y, "H", right)
	if r.CI95[0] < c.lo {
		d += path("M", left+5, y-4) + "l-5 4 5 4"
	} else {
		d += path("M", left, y-4, "v8")
	}
	if r.CI95[1] > c.hi {
		return d + path("M", right-5, y-4) + "l5 4-5 4"
	}
	return d + path("M", right, y-4, "v8")
}

// keys are the verdicts that the rows have, and the band.
func (f *Forest) keys() (all []key) {
	for _, v := range verdicts {
		if slices.ContainsFunc(f.Rows, func(r Ratio) bool { return r.Verdict == v.name }) {
			all = append(all, key{v.name, func(s *sheet, x, y float64) {
				s.group(v.class)
				s.path("thick", path("M", x, y, "h", sample-8))
				s.path(v.glyph, path("M", x+(sample-8)/2, y)+v.path)
				s.end()
			}})
		}
	}
	if f.Same > 0 {
		all = append(all, key{"counts as the same", func(s *sheet, x, y float64) { s.path("track", rectangle(x, y-6, sample-8, 12)) }})
	}
	return all
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
