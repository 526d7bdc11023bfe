package schema

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// ReadComparison reads a report of gcbench compare. name is the file's, for errors.
func ReadComparison(r io.Reader, name string) (*Comparison, error) {
	return checked(r, name, "compare", &Comparison{}, CompareSchema)
}

// complete checks what was read.
func (c *Comparison) complete() error {
	if err := within("same", c.Margin, 0, mostMargin); err != nil {
		return err
	}
	for i := range c.Rows {
		if err := c.Rows[i].complete(); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, c.Rows[i].Name(), err)
		}
	}
	s := &c.Summary
	if s.Ratio != nil {
		if err := within("summary: ratio", *s.Ratio, 1/mostRatio, mostRatio); err != nil {
			return err
		}
	}
	return checkIntervals("summary: ", s.CI95, s.CI99)
}

// The bounds of figures that can be true. Reports have no larger figures, and figures that
// follow from smaller ones are finite.
const (
	mostMargin = 100
	mostRatio  = 1e18
)

// within complains about a figure beyond what can be true.
func within(field string, x, least, most float64) error {
	if x >= least && x <= most {
		return nil
	}
	return fmt.Errorf("%s is %v: it must be from %v to %v", field, x, least, most)
}

// complete checks a row.
func (r *CompareRow) complete() error {
	a, b := r.BothWorkers()
	switch {
	case r.Workers < 1:
		return fmt.Errorf("workers is %d: it must be 1 or more", r.Workers)
	case min(a, b) < 1:
		return fmt.Errorf("the workers of a and b are %d and %d: they must be 1 or more", a, b)
	case !slices.Contains(Verdicts(), r.Verdict):
		return fmt.Errorf("verdict is %q: it must be %s, %s, %s or %s", r.Verdict, Same, Faster, Slower, Unsure)
	}
	return cmp.Or(
		within("ratio", r.Ratio, 1/mostRatio, mostRatio),
		within("a: median_ns", r.A.MedianNS, leastSample, mostSample),
		within("b: median_ns", r.B.MedianNS, leastSample, mostSample),
		checkIntervals("", r.CI95, r.CI99))
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
		if len(ci.ends) != 2 || !(ci.ends[0] > 0 && ci.ends[0] <= ci.ends[1]) {
			return fmt.Errorf("%s%s is %v: it must be null, or two numbers above 0, the lower one first", where, ci.field, ci.ends)
		}
	}
	return nil
}
