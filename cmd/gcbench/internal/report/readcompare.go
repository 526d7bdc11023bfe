package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
)

// ReadComparison reads a report of gcbench compare. name is the file's, for errors.
func ReadComparison(r io.Reader, name string) (*Comparison, error) {
	var c Comparison
	if err := decode(r, name, "compare", &c, &c.Schema, CompareSchema); err != nil {
		return nil, err
	}
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &c, nil
}

// complete checks what was read.
func (c *Comparison) complete() error {
	if !(c.Margin >= 0) || c.Margin > mostMargin {
		return fmt.Errorf("same is %v: it must be from 0 to %v", c.Margin, mostMargin)
	}
	for i := range c.Rows {
		if err := c.Rows[i].complete(); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, c.Rows[i].Name(), err)
		}
	}
	s := &c.Summary
	if s.Ratio != nil && !ratioIsReal(*s.Ratio) {
		return fmt.Errorf("summary: ratio is %v: it must be from %v to %v", *s.Ratio, 1/mostRatio, mostRatio)
	}
	return checkIntervals("summary: ", s.CI95, s.CI99)
}

// What can be true. Reports have no larger figures, and figures that follow from smaller ones
// are finite.
const (
	mostMargin = 100
	mostRatio  = 1e18
)

func ratioIsReal(ratio float64) bool { return ratio >= 1/mostRatio && ratio <= mostRatio }

// complete checks a row.
func (r *CompareRow) complete() error {
	if r.Workers < 1 {
		return fmt.Errorf("workers is %d: it must be 1 or more", r.Workers)
	}
	if !slices.Contains([]estimate.Verdict{estimate.Same, estimate.Faster, estimate.Slower, estimate.Unsure}, r.Verdict) {
		return fmt.Errorf("verdict is %q: it must be %s, %s, %s or %s", r.Verdict, estimate.Same, estimate.Faster, estimate.Slower, estimate.Unsure)
	}
	if !ratioIsReal(r.Ratio) {
		return fmt.Errorf("ratio is %v: it must be from %v to %v", r.Ratio, 1/mostRatio, mostRatio)
	}
	if a, b := r.workers(); a < 1 || b < 1 {
		return fmt.Errorf("the workers of a and b are %d and %d: they must be 1 or more", a, b)
	}
	for i, ns := range []float64{r.A.MedianNS, r.B.MedianNS} {
		if !(ns >= leastSample && ns <= mostSample) {
			return fmt.Errorf("%s: median_ns is %v ns: it must be from %v to %v", "ab"[i:i+1], ns, leastSample, mostSample)
		}
	}
	return checkIntervals("", r.CI95, r.CI99)
}

// checkIntervals complains about intervals of a ratio that are none.
func checkIntervals(where string, ci95, ci99 []float64) error {
	for _, ci := range []struct {
		field string
		ends  []float64
	}{{"ci95", ci95}, {"ci99", ci99}} {
		if ci.ends == nil {
			continue
		}
		if len(ci.ends) != 2 || !(ci.ends[0] > 0 && ci.ends[0] <= ci.ends[1]) || math.IsInf(ci.ends[1], 0) {
			return fmt.Errorf("%s%s is %v: it must be null, or two numbers above 0, the lower one first", where, ci.field, ci.ends)
		}
	}
	return nil
}
