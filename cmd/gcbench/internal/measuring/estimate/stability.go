package estimate

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// Within is the coefficient of variation of the samples within a process, pooled over the
// processes: the root of the mean of their squares, each weighted by its degrees of freedom.
// It is NaN if no process has two samples.
func (v Invocations) Within() float64 {
	var squares, freedom float64
	for _, samples := range v {
		if n := float64(len(samples)); n >= 2 {
			cv := stats.StdDev(samples) / stats.Mean(samples)
			squares += cv * cv * (n - 1)
			freedom += n - 1
		}
	}
	return math.Sqrt(squares / freedom)
}

// Between is the coefficient of variation between the medians of the processes, less what
// the variation within them would give alone: the variance of the logarithms of the medians,
// less the mean variance of such a median. It is zero where the variation within explains
// all, and NaN below two processes.
//
// The variance of a median comes from the median absolute deviation of its samples, so that
// a single slow sample does not hide a difference between processes.
func (v Invocations) Between() float64 {
	logs := v.logs()
	if len(logs) < 2 {
		return math.NaN()
	}
	var within float64
	for _, samples := range v {
		if len(samples) > 0 {
			cv := normal * deviation(samples) / median(samples)
			within += cv * cv * medianVariance(len(samples))
		}
	}
	return math.Sqrt(max(0, stats.Variance(logs)-within/float64(len(logs))))
}

// normal is the standard deviation of a normal distribution over its median absolute deviation.
const normal = 1.4826

// deviation is the median absolute deviation from the median.
func deviation(samples []float64) float64 {
	middle := median(samples)
	distances := make([]float64, len(samples))
	for i, s := range samples {
		distances[i] = math.Abs(s - middle)
	}
	return median(distances)
}

// medianVariance is the variance of the median of n samples of a normal distribution with
// variance 1, within 5 %. It tends to pi/2n. The median of an even number is the mean of two
// samples and varies a little less.
func medianVariance(n int) float64 {
	if n%2 == 0 {
		return math.Pi / (2*float64(n) + 2.5)
	}
	return math.Pi / (2*float64(n) + 1)
}

// minSpread is the number of processes a side below which nothing is said of how stable a
// side is.
const minSpread = 12

// StabilityDiffers reports whether the processes of one side surely lie nearer to their median
// than those of the other. The test is Brown and Forsythe's ("Robust Tests for the Equality of
// Variances", Journal of the American Statistical Association 69, 1974) on the logarithms of
// the processes' medians, with Welch's t. Two sides of one nature differ in at most 1 of 100
// comparisons (TestStabilityDiffers). Below 12 processes a side it is false.
func StabilityDiffers(a, b Invocations) bool {
	x, y := a.distances(), b.distances()
	if min(len(x), len(y)) < minSpread {
		return false
	}
	const confidence = 0.997 // t finds too much where times are of two kinds
	ends := locate(y).minus(locate(x)).interval(confidence)
	return ends[0] > 1 || ends[1] < 1
}

// distances are how far the logarithms of the processes' medians lie from their median.
func (v Invocations) distances() []float64 {
	logs := v.logs()
	middle := median(logs)
	for i, x := range logs {
		logs[i] = math.Abs(x - middle)
	}
	return logs
}
