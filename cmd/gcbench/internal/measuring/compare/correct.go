package compare

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// correction is what the references of a pair say. Each process has timed frozen work in turns
// with its samples, so it says how fast the machine was for each of them.
type correction struct {
	a, b    estimate.Invocations // the times beside the samples; nil if they are no use
	ratio   estimate.Ratio
	felt    float64 // how much of it marks feel
	missing string  // why there is no correction
}

// correct finds out how the references of a pair differ.
func correct(p Pair) (c correction) {
	var versions [2]int
	var sides [2]estimate.Invocations
	for i, r := range []*schema.Result{p.A, p.B} {
		for _, v := range r.Invocations {
			beside := v.Beside()
			if beside == nil {
				c.missing = fmt.Sprintf("%s has no reference, so it cannot be corrected for a machine that changed: measure again", "AB"[i:i+1])
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
	c.ratio = estimate.Compare(c.a, c.b)
	c.felt = estimate.Felt(samplesOf(p.A), samplesOf(p.B), c.a, c.b)
	return c
}

func (c *correction) known() bool { return c.a != nil }

// doubt says why the correction does not suffice, "" if it does.
func (c *correction) doubt() string {
	switch {
	case !c.known():
		return c.missing
	case c.ratio.Trusted(c.felt):
		return ""
	case c.ratio.Ratio > 1:
		return "the machine changed: the reference took longer beside B, by more than a correction can mend"
	}
	return "the machine changed: the reference took less time beside B, by more than a correction can mend"
}

// reported is the correction for a report, with how the mark times differ without it; nil if there is none.
func (c *correction) reported(p Pair) *schema.CompareReference {
	if !c.known() {
		return nil
	}
	uncorrected := estimate.Compare(samplesOf(p.A), samplesOf(p.B))
	return &schema.CompareReference{
		Ratio: schema.SixDigits(c.ratio.Ratio), CI95: finite(c.ratio.CI95),
		Felt: schema.SixDigits(c.felt), Uncorrected: schema.SixDigits(uncorrected.Ratio),
	}
}
