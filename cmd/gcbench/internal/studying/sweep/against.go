package sweep

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Against enters what was measured into the points of a curve. It returns how many points the
// reports know.
func Against(c *schema.MarkCurve, runs []*schema.Run) (found int) {
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
			many := resultOf(c, run, p.Workers)
			if many == nil {
				continue
			}
			times = append(times, many.MedianNS)
			if alone := resultOf(c, run, 1); alone != nil {
				speedups = append(speedups, alone.MedianNS/many.MedianNS)
			}
		}
		if len(times) == 0 {
			continue
		}
		found++
		p.Measured = &schema.Measured{Reports: len(times), NS: measure.Summarize(times).Median}
		if len(speedups) > 0 && one > 0 {
			p.Measured.Speedup = schema.SixDigits(measure.Summarize(speedups).Median)
			p.Measured.Simulated = schema.SixDigits(float64(one) / float64(p.VirtualNS))
		}
	}
	return found
}

// OneWorker is the mark time of one worker for a heap, in the median over the reports that have it, 0 if none has.
func OneWorker(of *schema.Facts, runs []*schema.Run) time.Duration {
	var times []float64
	for _, run := range runs {
		for i := range run.Results {
			if r := &run.Results[i]; r.Workers == 1 && sameHeap(of, r) {
				times = append(times, r.MedianNS)
				break
			}
		}
	}
	if times == nil {
		return 0
	}
	return time.Duration(measure.Summarize(times).Median)
}

func sameHeap(of *schema.Facts, r *schema.Result) bool {
	return r.Name() == of.Name() && r.Layout == of.Layout && r.Objects == of.Objects && r.Edges == of.Edges && r.Seed == of.Seed
}

// resultOf is the result of a report for the curve's heap and choices, nil if there is none.
func resultOf(c *schema.MarkCurve, run *schema.Run, workers int) *schema.Result {
	for i := range run.Results {
		if r := &run.Results[i]; r.Workers == workers && isOf(c, r) {
			return r
		}
	}
	return nil
}

// isOf reports whether a result is of the curve's heap and choices.
func isOf(c *schema.MarkCurve, r *schema.Result) bool {
	return sameHeap(&c.Facts, r) && r.Choices == c.Choices
}

// Predicted is the speedup over one worker that the curves have for a result, 0 if they have none.
func Predicted(curves schema.MarkCurves, r *schema.Result) float64 {
	for i := range curves {
		c := &curves[i]
		if !isOf(c, r) {
			continue
		}
		var one, many int64
		for k := range c.Points {
			if c.Points[k].Workers == 1 {
				one = c.Points[k].VirtualNS
			}
			if c.Points[k].Workers == r.Workers {
				many = c.Points[k].VirtualNS
			}
		}
		if one > 0 && many > 0 {
			return float64(one) / float64(many)
		}
	}
	return 0
}
