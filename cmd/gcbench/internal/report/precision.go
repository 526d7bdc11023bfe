package report

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
)

// how is everything that was chosen for the marks of a result.
type how struct {
	preset  string
	workers int
	choices Choices
}

func (r *Result) how() how { return how{r.Preset, r.Workers, r.Choices} }

// setSpeedups enters each result's speedup over the one of one worker that marks the same
// heap in the same way.
func setSpeedups(results []Result) {
	for i := range results {
		alone := results[i].how()
		alone.workers = 1
		results[i].Speedup = nil
		for k := range results {
			if results[k].how() == alone && results[k].Facts == results[i].Facts {
				speedup := results[k].MedianNS / results[i].MedianNS
				results[i].Speedup = &speedup
			}
		}
	}
}

// Between is CVBetween, 0 with one invocation.
func (r *Result) Between() float64 {
	if r.CVBetween == nil {
		return 0
	}
	return *r.CVBetween
}

// PlusMinus returns the larger half of the interval over the median, +Inf if there is no
// interval.
func (r *Result) PlusMinus() float64 {
	if r.CI95NS == nil {
		return math.Inf(1)
	}
	return max(r.CI95NS[1]-r.MedianNS, r.MedianNS-r.CI95NS[0]) / r.MedianNS
}

// ci95 is the interval of the median, nil if there are too few samples for one.
func ci95(s measure.Summary) []float64 {
	if !s.HasInterval() {
		return nil
	}
	return []float64{s.Lo, s.Hi}
}

// perLive is a time per live object, 0 if there is none.
func perLive(ns float64, live uint64) float64 {
	if live == 0 {
		return 0
	}
	return ns / float64(live)
}

// IdleShares are the starved and the hoarded part of all workers' time.
func (r *Result) IdleShares() (starved, hoarded float64) {
	time := float64(r.Stats.DurationNS) * float64(r.Workers)
	return float64(r.Stats.StarvedNS) / time, float64(r.Stats.HoardedNS) / time
}

// perObject is n over the number of live objects.
func (r *Result) perObject(n uint64) string {
	if r.Live == 0 {
		return "-"
	}
	return Significant(float64(n) / float64(r.Live))
}

// setFloor fills in what the samples of the floor say.
func (r *Result) setFloor(samples []float64) {
	if len(samples) == 0 {
		return
	}
	s := measure.Summarize(samples)
	least := samples[0]
	for _, ns := range samples {
		least = min(least, ns)
	}
	r.FloorNS, r.FloorMinNS = &s.Median, &least
}
