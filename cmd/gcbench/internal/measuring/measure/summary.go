package measure

import (
	"math"

	"github.com/aclements/go-moremath/stats"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"golang.org/x/perf/benchmath"
)

// MinSamples is the fewest samples that a 95 % interval of the median can be
// given for: with five, the chance that all lie on one side of it is 1 in 16.
const MinSamples = estimate.MinSamples

// Summary describes samples without assuming a distribution.
type Summary struct {
	Median float64
	Lo, Hi float64 // 95 % confidence interval of the median; ±Inf below MinSamples
	CV     float64 // coefficient of variation: standard deviation over mean
	P95P50 float64 // 95th percentile over the median
}

// Summarize describes the samples, at least one, all positive.
func Summarize(samples []float64) Summary {
	sorted := append([]float64(nil), samples...)
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(sorted, &benchmath.DefaultThresholds), 0.95)
	all := stats.Sample{Xs: sorted, Sorted: true} // NewSample has sorted it
	sum := Summary{Median: s.Center, Lo: s.Lo, Hi: s.Hi, P95P50: all.Quantile(0.95) / s.Center}
	if len(samples) > 1 {
		sum.CV = all.StdDev() / all.Mean()
	}
	return sum
}

// Interval is that of the median, nil if there were too few samples for one.
func (s Summary) Interval() []float64 {
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) {
		return nil
	}
	return []float64{s.Lo, s.Hi}
}
