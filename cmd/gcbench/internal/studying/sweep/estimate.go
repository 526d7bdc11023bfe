package sweep

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// estimateOf describes at least two samples. It has six digits: the last ones of
// a float64 differ between processors that fuse a multiplication with an
// addition and those that do not, and reports shall not.
func estimateOf(samples []float64) schema.Estimate {
	mean, lo, hi := stats.MeanCI(samples, 0.95)
	return schema.Estimate{Mean: schema.SixDigits(mean), CI95: [2]float64{schema.SixDigits(lo), schema.SixDigits(hi)}}
}

// countOf is estimateOf for whole numbers, whose mean is exact to the tenth.
func countOf(samples []float64) schema.Estimate {
	sum := 0.0
	for _, v := range samples {
		sum += v
	}
	e := estimateOf(samples)
	e.Mean = math.Round(10*sum/float64(len(samples))) / 10
	e.CI95 = [2]float64{min(e.CI95[0], e.Mean), max(e.CI95[1], e.Mean)} // was rounded
	return e
}
