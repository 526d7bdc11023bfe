package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// ratio is a drawing in a cell: a ratio with its interval, and the band of what counts as the
// same, on a logarithmic axis. Its numbers are parts of the cell's width.
type ratio struct {
	Class    string // of the verdict
	At       float64
	Interval span
	Band     span
	One      float64 // where the ratio is 1
}

// span is an interval; both ends are 0 if it is not known.
type span struct{ From, To float64 }

// Width is how wide it is.
func (s span) Width() float64 { return s.To - s.From }

// axis is the axis of ratios: from one to another.
type axis span

// hasPlace says whether a ratio has a place. A file may have any number.
func hasPlace(r float64) bool { return r > 1/mostSpeedup && r < mostSpeedup }

// axisOf has room for the ratios, for those that count as the same, and for intervals. An interval
// that is very wide ends at the side.
func axisOf(c *schema.Comparison, same float64) axis {
	const far = 1.5 // beyond all ratios
	ratios := axis{1 - same, 1 + same}
	for i := range c.Rows {
		if r := c.Rows[i].Ratio; hasPlace(r) {
			ratios = axis{min(ratios.From, r), max(ratios.To, r)}
		}
	}
	all, most := ratios, axis{ratios.From / far, ratios.To * far}
	for i := range c.Rows {
		for _, end := range c.Rows[i].CI95 {
			end = min(max(end, most.From), most.To)
			all = axis{min(all.From, end), max(all.To, end)}
		}
	}
	return axis{all.From / 1.02, all.To * 1.02}
}

// at is the place of a ratio, from 0 to 1.
func (a axis) at(r float64) float64 {
	return math.Log(min(max(r, a.From), a.To)/a.From) / math.Log(a.To/a.From)
}

// draw draws a ratio, nil if it has no place.
func (a axis) draw(r float64, ci []float64, v schema.Verdict, same float64) *ratio {
	if !hasPlace(r) {
		return nil
	}
	d := &ratio{Class: string(v), At: a.at(r), Band: span{a.at(1 - same), a.at(1 + same)}, One: a.at(1)}
	if len(ci) == 2 {
		d.Interval = span{a.at(ci[0]), a.at(ci[1])}
	}
	return d
}

// openCompared is from how many rows those that differ come first.
const openCompared = 24

// comparedTable is the table that a comparison prints, with a drawing in each row, and a row for
// the ratio of all.
func comparedTable(c *schema.Comparison) []part {
	if sorted := *c; len(c.Rows) > openCompared {
		sorted.Rows = slices.Clone(c.Rows)
		first := []schema.Verdict{schema.Slower, schema.Faster, schema.Unsure, schema.Same}
		slices.SortStableFunc(sorted.Rows, func(a, b schema.CompareRow) int {
			return cmp.Compare(slices.Index(first, a.Verdict), slices.Index(first, b.Verdict))
		})
		c = &sorted
	}
	parts := sheet("Comparison of A and B", map[string]string{"B/A": "typical ratio of the mark times; below 1 B is faster"}, columns.Comparison(c))
	t := parts[0].Table
	same := min(max(c.Margin, 0), 0.99)
	axis := axisOf(c, same)
	for i := range c.Rows {
		r := &c.Rows[i]
		t.Rows[i] = slices.Insert(t.Rows[i], 1, cell{Ratio: axis.draw(r.Ratio, r.CI95, r.Verdict, same)})
	}
	t.Columns = slices.Insert(t.Columns, 1, column{Left: true, Title: fmt.Sprintf("B/A from %.2f to %.2f", axis.From, axis.To),
		Note: "the upright line is 1, the band counts as the same, and the line is the 95 % interval"})
	if sum := &c.Summary; sum.Ratio != nil && len(c.Rows) > 1 {
		all := make([]cell, len(t.Columns))
		all[0], all[1] = cell{Text: "all together"}, cell{Ratio: axis.draw(*sum.Ratio, sum.CI95, sum.Verdict, same)}
		all[len(all)-3], all[len(all)-1] = cell{Text: fmt.Sprintf("%.3f", *sum.Ratio)}, cell{Text: string(sum.Verdict)}
		if len(sum.CI95) == 2 {
			all[len(all)-2].Text = fmt.Sprintf("%.3f to %.3f", sum.CI95[0], sum.CI95[1])
		}
		t.Rows = append(t.Rows, all)
	}
	return parts
}
