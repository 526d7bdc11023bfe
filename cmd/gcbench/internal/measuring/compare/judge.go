package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Judge compares pairs and enters a row for each, and the summary. Paired says that the
// processes took turns, A B B A, so that the i-th of a side ran beside the i-th of the
// other. Processes that did not are judged by their references (see correct).
func Judge(c *schema.Comparison, pairs []Pair, paired bool, margin float64) {
	var all [][2]estimate.Invocations
	doubtful, widest := false, estimate.Ratio{Ratio: 1} // a row cannot be judged, however wide its interval is; the largest correction
	for _, p := range pairs {
		a, b := samplesOf(p.A), samplesOf(p.B)
		var by correction
		if !paired {
			by = correct(p)
		}
		if by.known() {
			a, b = a.Over(by.a, by.felt), b.Over(by.b, by.felt)
		}
		ratio := ratioOf(a, b, paired)
		if by.known() {
			ratio = ratio.Corrected(by.ratio)
			widest = estimate.Farther(widest, by.ratio)
		}
		row := newRow(p.A, p.B, ratio, ratio.Verdict(margin))
		row.Reference = by.reported(p)
		row.Reason = reason(p, &row, by, paired, margin)
		if row.Reason != "" {
			row.Verdict = schema.Unsure
		}
		doubtful = doubtful || row.Reason != "" && row.Reason != wide(margin)
		c.Rows = append(c.Rows, row)
		all = append(all, [2]estimate.Invocations{a, b})
	}
	whole := estimate.Overall(all, paired).Corrected(widest)
	verdict := whole.Verdict(margin)
	if doubtful {
		verdict = schema.Unsure
	}
	c.Summary = newSummary(whole, verdict, c.Rows)
}

func ratioOf(a, b estimate.Invocations, paired bool) estimate.Ratio {
	if paired {
		return estimate.ComparePairs(a, b)
	}
	return estimate.Compare(a, b)
}

func samplesOf(r *schema.Result) (v estimate.Invocations) {
	for _, i := range r.Invocations {
		v = append(v, i.SamplesNS)
	}
	return v
}

// reason says why no verdict can be given, or why there is one although it should not be
// believed; "" if there is nothing to say.
func reason(p Pair, row *schema.CompareRow, by correction, paired bool, margin float64) string {
	switch {
	case min(len(p.A.Invocations), len(p.B.Invocations)) < estimate.MinInvocations:
		return fmt.Sprintf("fewer than %d processes", estimate.MinInvocations)
	case fewSamples(p.A) || fewSamples(p.B):
		return fmt.Sprintf("fewer than %d samples", measure.MinSamples)
	case !paired && by.doubt() != "":
		return by.doubt()
	case !paired && missesDiffer(p):
		return "the machine changed: a cache miss cost more on one side"
	case row.Verdict == schema.Unsure:
		return wide(margin)
	}
	return ""
}

// wide is the reason that the interval itself gives.
func wide(margin float64) string {
	return fmt.Sprintf("the interval is neither inside ±%g%% nor outside it", math.Round(1000*margin)/10)
}

func fewSamples(r *schema.Result) bool {
	return slices.ContainsFunc(r.Invocations, func(i schema.Invocation) bool { return len(i.SamplesNS) < measure.MinSamples })
}

// probeMargin is how far the cost of a cache miss may differ between two measurements on
// one machine.
const probeMargin = 0.15

// missesDiffer reports whether a cache miss cost more on one side.
func missesDiffer(p Pair) bool {
	a, b := probes(p.A), probes(p.B)
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	switch estimate.Compare(a, b).Verdict(probeMargin) {
	case schema.Faster, schema.Slower:
		return true
	}
	return false
}

func probes(r *schema.Result) (v estimate.Invocations) {
	for _, i := range r.Invocations {
		if i.ProbeNS != nil && *i.ProbeNS > 0 {
			v = append(v, []float64{*i.ProbeNS})
		}
	}
	return v
}

// HalfWidth is the larger half of the 95 % interval of a pair's ratio, over the ratio. The
// processes took turns.
func HalfWidth(p Pair) float64 {
	r := estimate.ComparePairs(samplesOf(p.A), samplesOf(p.B))
	return max(r.CI95[1]-r.Ratio, r.Ratio-r.CI95[0]) / r.Ratio
}
