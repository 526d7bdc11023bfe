package compare

import (
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// referenceMargin is how far the references of two measurements may differ, by their means. What
// is larger is no correction any more: busy programs hit marks of different heaps by 0.5 to 2
// times as much as they hit the reference.
const referenceMargin = 0.05

// correction is what the references of a pair say. Each process has timed frozen work in turns
// with its samples, so it says how fast the machine was for each of them.
type correction struct {
	a, b    estimate.Invocations // the times beside the samples; nil if they are no use
	ratio   estimate.Ratio       // of the means
	missing string               // why there is no correction
}

// correct finds out how the references of a pair differ.
func correct(p Pair) (c correction) {
	var versions [2]int
	var sides [2]estimate.Invocations
	for i, r := range []*report.Result{p.A, p.B} {
		for _, v := range r.Invocations {
			beside := v.Beside()
			if beside == nil {
				c.missing = fmt.Sprintf("%s has no reference, so nobody knows whether the machine changed: measure again", "AB"[i:i+1])
				return c
			}
			if versions[i] = v.Reference.Version; versions[i] != p.A.Invocations[0].Reference.Version {
				c.missing = fmt.Sprintf("the references are other work (versions %d and %d): measure again", p.A.Invocations[0].Reference.Version, versions[i])
				return c
			}
			sides[i] = append(sides[i], beside)
		}
	}
	c.a, c.b = sides[0], sides[1]
	c.ratio = estimate.Compare(c.a.Means(), c.b.Means())
	return c
}

func (c *correction) known() bool { return c.a != nil }

// doubt says why the correction does not suffice, "" if it does.
func (c *correction) doubt() string {
	change := "longer"
	switch {
	case !c.known():
		return c.missing
	case c.ratio.Distance() <= 1+referenceMargin:
		return ""
	case c.ratio.Ratio < 1:
		change = "less"
	}
	return fmt.Sprintf("the machine changed: beside B the reference took over %g%% %s", math.Round(100*referenceMargin), change)
}

// reported is the correction for a report, nil if there is none.
func (c *correction) reported(p Pair) *report.CompareReference {
	if !c.known() {
		return nil
	}
	return report.NewCompareReference(c.ratio, estimate.Compare(samplesOf(p.A), samplesOf(p.B)))
}
