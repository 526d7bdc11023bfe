package report

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
)

// Measured is what reports of gcbench run say of a mark that was simulated.
type Measured struct {
	Reports int     `json:"reports"` // how many have it
	NS      float64 `json:"ns"`      // the median over them
	// Speedup is over one worker of the same report: the median over those reports that have one, 0 if none
	// has. Simulated is the same of the simulation: both marks may speculate.
	Speedup   float64 `json:"speedup"`
	Simulated float64 `json:"simulated_speedup"`
}

// Against enters what was measured into the points of the curve. It returns how many points the
// reports know.
func (c *MarkCurve) Against(runs []*Run) (found int) {
	var one int64
	for i := range c.Points {
		if c.Points[i].Workers == 1 {
			one = c.Points[i].VirtualNS
		}
	}
	for i := range c.Points {
		p := &c.Points[i]
		var times, speedups []float64
		for _, run := range runs {
			many := c.result(run, p.Workers)
			if many == nil {
				continue
			}
			times = append(times, many.MedianNS)
			if alone := c.result(run, 1); alone != nil {
				speedups = append(speedups, alone.MedianNS/many.MedianNS)
			}
		}
		if len(times) == 0 {
			continue
		}
		found++
		p.Measured = &Measured{Reports: len(times), NS: measure.Summarize(times).Median}
		if len(speedups) > 0 && one > 0 {
			p.Measured.Speedup, p.Measured.Simulated = SixDigits(measure.Summarize(speedups).Median), SixDigits(float64(one)/float64(p.VirtualNS))
		}
	}
	return found
}

// result is the result of a report for the curve's heap and choices, nil if there is none.
func (c *MarkCurve) result(run *Run, workers int) *Result {
	for i := range run.Results {
		r := &run.Results[i]
		same := r.Name() == c.Facts.Name() && r.Layout == c.Layout && r.Objects == c.Objects && r.Edges == c.Edges && r.Seed == c.Seed
		if same && r.Choices == c.Choices && r.Workers == workers {
			return r
		}
	}
	return nil
}

// AgainstTable has a row for each point that was measured.
type AgainstTable struct{ table *Table }

// NewAgainstTable returns an empty table. names are those of all curves to come.
func NewAgainstTable(w io.Writer, names []string) AgainstTable {
	return AgainstTable{NewTable(w, Column{Title: "shape", Width: widest(names), Left: true}, Column{Title: "workers"}, Column{Title: "reports"},
		Column{Title: "measured ns/obj"}, Column{Title: "simulated"}, Column{Title: "measured speedup"}, Column{Title: "simulated"}, Column{Title: "ratio"})}
}

// Rows prints the points of a curve.
func (t AgainstTable) Rows(c *MarkCurve) error {
	for i := range c.Points {
		p := &c.Points[i]
		m := p.Measured
		if m == nil {
			continue
		}
		cells := []string{"-", "-", "-"}
		if m.Speedup > 0 {
			cells = []string{fmt.Sprintf("%.2f", m.Speedup), fmt.Sprintf("%.2f", m.Simulated), fmt.Sprintf("%.2f", m.Simulated/m.Speedup)}
		}
		live := max(1, float64(c.Live))
		row := append([]string{c.Name, fmt.Sprint(p.Workers), fmt.Sprint(m.Reports), fmt.Sprintf("%.1f", m.NS/live), fmt.Sprintf("%.1f", float64(p.VirtualNS)/live)}, cells...)
		if err := t.table.Row(row...); err != nil {
			return err
		}
	}
	return nil
}
