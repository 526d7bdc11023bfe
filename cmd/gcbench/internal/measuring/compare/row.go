package compare

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// newRow returns the row of two results.
func newRow(a, b *schema.Result, r estimate.Ratio, v schema.Verdict) schema.CompareRow {
	return schema.CompareRow{
		Facts: a.Facts, Workers: a.Workers, Choices: a.Choices, Preset: a.Preset,
		A: newTime(a), B: newTime(b),
		Ratio: schema.SixDigits(r.Ratio), CI95: finite(r.CI95), CI99: finite(r.CI99), Verdict: v,
	}
}

func newTime(r *schema.Result) schema.CompareTime {
	t := schema.CompareTime{Heap: r.Name(), Workers: r.Workers, MedianNS: r.MedianNS, Invocations: len(r.Invocations), CVBetween: r.CVBetween, CPUNS: r.CPUNS}
	for _, v := range r.Invocations {
		t.MediansNS = append(t.MediansNS, v.MedianNS)
	}
	return t
}

// newSummary is the summary of rows, of which r is the ratio of all.
func newSummary(r estimate.Ratio, v schema.Verdict, rows []schema.CompareRow) schema.CompareSummary {
	s := schema.CompareSummary{Verdict: v, CI95: finite(r.CI95), CI99: finite(r.CI99), Counts: map[schema.Verdict]int{}}
	if r.Ratio > 0 && !math.IsInf(r.Ratio, 0) {
		s.Ratio = schema.Known(schema.SixDigits(r.Ratio))
	}
	for i := range rows {
		s.Counts[rows[i].Verdict]++
	}
	return s
}

// finite is an interval, nil if it has no ends.
func finite(ci [2]float64) []float64 {
	if math.IsInf(ci[1], 0) || math.IsNaN(ci[0]) || math.IsNaN(ci[1]) || ci[0] <= 0 {
		return nil
	}
	return []float64{schema.SixDigits(ci[0]), schema.SixDigits(ci[1])}
}
