package estimate

import (
	"math"
	"slices"
)

// Invocations are the samples of several processes, in nanoseconds: one slice for each
// process, in the order in which the processes ran, without their warm-up (see Warm).
// All samples must be positive. A process without samples counts as no process.
type Invocations [][]float64

// Center is the typical time of a process in nanoseconds: the Hodges-Lehmann estimate of the
// logarithms of the processes' medians. Without processes it is NaN.
func (v Invocations) Center() float64 {
	averages, _ := walsh(v.logs())
	return math.Exp(median(averages))
}

// Interval is an interval around Center, in nanoseconds, for a confidence between 0 and 1. It
// covers differences between processes. Below two processes it is (0, +Inf).
func (v Invocations) Interval(confidence float64) (lo, hi float64) {
	both := oneSided(v.logs()).within(confidence)
	return both[0], both[1]
}

// logs are the logarithms of the medians of the processes that have samples.
func (v Invocations) logs() (logs []float64) {
	for _, samples := range v {
		if len(samples) > 0 {
			logs = append(logs, math.Log(median(samples)))
		}
	}
	return logs
}

// median is NaN without samples.
func median(samples []float64) float64 {
	n := len(samples)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Clone(samples)
	slices.Sort(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
