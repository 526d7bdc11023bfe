package measure

import (
	"io"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
)

// Results returns a result for each series measured on h by this process.
func Results(h *source.Heap, seed uint64, series []Series, verified bool, pid int) []schema.Result {
	results := make([]schema.Result, len(series))
	for i := range series {
		results[i] = newResult(h.Facts(seed, series[i].Stats.Marked), &series[i], verified)
		results[i].Invocations[0].PID = pid
		Settle(&results[i])
	}
	setSpeedups(results)
	return results
}

func newResult(facts schema.Facts, s *Series, verified bool) schema.Result {
	dropped := estimate.Warm(s.SamplesNS)
	v := schema.Invocation{
		SamplesNS: s.SamplesNS[dropped:], WarmupDropped: dropped, WarmupNS: s.SamplesNS[:dropped],
		VoluntarySwitches: s.Beside.Disturbed.Voluntary, InvoluntarySwitches: s.Beside.Disturbed.Involuntary,
	}
	if s.CPUNS != nil && *s.CPUNS > 0 {
		v.CPUNS = s.CPUNS
	}
	if s.ReferenceNS != nil {
		v.Reference = &schema.Reference{Version: ReferenceVersion, NS: s.ReferenceNS}
	}
	if s.Beside.MissNS > 0 {
		v.ProbeNS = &s.Beside.MissNS
	}
	if stolen := s.Beside.Disturbed.Stolen; stolen != nil {
		v.StolenNS = schema.Known(stolen.Nanoseconds())
	}
	r := schema.Result{
		Facts:   facts,
		Workers: s.Options.WithDefaults().Workers, Choices: setting.ChoicesOf(s.Options),
		Invocations: []schema.Invocation{v}, MarksPerSample: s.MarksPerSample,
		MajorFaults: s.MajorFaults, ReadBytes: s.ReadBytes,
		Digest: schema.Digest(s.Digest), Verified: verified, Stats: schema.StatsOf(&s.Stats),
	}
	if len(s.FloorNS) > 0 {
		r.FloorNS, r.FloorMinNS = schema.Known(Summarize(s.FloorNS).Median), schema.Known(slices.Min(s.FloorNS))
	}
	return r
}

// Settle computes what follows from the invocations of a result, whichever version measured them.
func Settle(r *schema.Result) {
	var samples estimate.Invocations
	r.SamplesNS = nil
	for i := range r.Invocations {
		v := &r.Invocations[i]
		v.MedianNS = Summarize(v.SamplesNS).Median
		samples = append(samples, v.SamplesNS)
		r.SamplesNS = append(r.SamplesNS, v.SamplesNS...)
	}
	r.CV, r.P95OverP50 = 0, Summarize(relative(samples)).P95P50
	if within := samples.Within(); !math.IsNaN(within) {
		r.CV = within
	}
	r.MedianNS, r.CI95NS, r.CVBetween = thousandths(samples.Center()), nil, nil
	if len(samples) == 1 {
		s := Summarize(r.SamplesNS)
		r.MedianNS, r.CI95NS = s.Median, s.Interval()
	} else if lo, hi := samples.Interval(0.95); !math.IsInf(hi, 0) {
		r.CI95NS = []float64{thousandths(lo), thousandths(hi)}
		r.CVBetween = schema.Known(schema.SixDigits(samples.Between()))
	}
	r.CPUNS, r.NSPerObject = meanCPU(r), PerLive(r.MedianNS, r.Live)
	if r.FloorNS != nil && len(samples) == 1 {
		r.OverFloor = schema.Known(r.MedianNS / *r.FloorNS)
	}
}

// ReadRun reads a report of gcbench run, whichever version wrote it. name is the file's, for errors.
func ReadRun(r io.Reader, name string) (*schema.Run, error) {
	run, err := schema.ReadRun(r, name)
	if err != nil {
		return nil, err
	}
	for i := range run.Results {
		Settle(&run.Results[i])
	}
	return run, nil
}

// relative returns all samples, each over the median of its process.
func relative(processes estimate.Invocations) (all []float64) {
	for _, samples := range processes {
		median := Summarize(samples).Median
		for _, ns := range samples {
			all = append(all, ns/median)
		}
	}
	return all
}

func meanCPU(r *schema.Result) *float64 {
	sum := 0.0
	for _, v := range r.Invocations {
		if v.CPUNS == nil {
			return nil
		}
		sum += *v.CPUNS
	}
	return schema.Known(sum / float64(len(r.Invocations)))
}

// thousandths rounds nanoseconds as samples are rounded.
func thousandths(ns float64) float64 { return math.Round(1000*ns) / 1000 }

// PerLive is a time per live object, 0 if there is none.
func PerLive(ns float64, live uint64) float64 {
	if live == 0 {
		return 0
	}
	return ns / float64(live)
}

// setSpeedups enters each result's speedup over the one of one worker that marks the same
// heap in the same way.
func setSpeedups(results []schema.Result) {
	for i := range results {
		r := &results[i]
		alone := r.How()
		alone.Workers = 1
		r.Speedup = nil
		for k := range results {
			if results[k].How() == alone && results[k].Facts == r.Facts {
				r.Speedup = schema.Known(results[k].MedianNS / r.MedianNS)
			}
		}
	}
}

// Count enters into a result what was counted under its options: these events.
func Count(r *schema.Result, s *Series, events []counters.Event) {
	if s.CountedMarks == 0 || r.Live == 0 {
		return
	}
	r.Counters = &schema.Counts{}
	for _, e := range events {
		*r.Counters.Each()[e] = schema.Known(float64(s.Counted[e]) / float64(s.CountedMarks) / float64(r.Live))
	}
}
