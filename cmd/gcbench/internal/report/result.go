package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
)

// Result is one heap under one choice of options.
type Result struct {
	Facts

	Workers int `json:"workers"`
	Choices
	Preset string `json:"preset"`

	// Invocations are the processes that measured it, in order of time.
	Invocations []Invocation `json:"invocations"`
	// CVBetween is the coefficient of variation between invocations beyond what CV makes
	// likely; null with one.
	CVBetween *float64 `json:"cv_between"`

	SamplesNS      []float64 `json:"samples_ns"` // of all invocations
	MarksPerSample int       `json:"marks_per_sample"`
	// MedianNS is the median of the samples, with several invocations the centre of their
	// medians (package estimate). CI95NS is its 95 % interval: with several invocations over these,
	// with one over its samples alone, null if there are fewer than measure.MinSamples.
	MedianNS    float64   `json:"median_ns"`
	CI95NS      []float64 `json:"ci95_ns"`
	CV          float64   `json:"cv"`            // within an invocation
	P95OverP50  float64   `json:"p95_over_p50"`  // within an invocation
	NSPerObject float64   `json:"ns_per_object"` // per live object; 0 if there is none
	Speedup     *float64  `json:"speedup"`       // over one worker; null if that was not measured
	CPUNS       *float64  `json:"cpu_ns"`        // of all threads, per mark; null where it is not known

	// The floor under the mark, null if it was not measured: the median over
	// the rounds, the least, and the median mark time over the median floor.
	FloorNS    *float64 `json:"limit_ns"`
	FloorMinNS *float64 `json:"limit_min_ns"`
	OverFloor  *float64 `json:"over_limit"`

	// MajorFaults is how many page faults of a mark have waited for the disk, and ReadBytes is how
	// many bytes were read for it: means. Both are null unless the heap is mapped and the system
	// tells.
	MajorFaults *float64 `json:"major_faults"`
	ReadBytes   *float64 `json:"read_bytes"`

	Counters *Counts `json:"counters"` // null if nothing was counted

	Digest   string `json:"digest"`
	Verified bool   `json:"verified"`
	Stats    Stats  `json:"stats"`
}

// Invocation is what one process measured of one result.
type Invocation struct {
	PID           int       `json:"pid"` // 0 if it is not known
	SamplesNS     []float64 `json:"samples_ns"`
	WarmupDropped int       `json:"warmup_dropped"`
	WarmupNS      []float64 `json:"warmup_ns"` // the samples that were dropped, which came first
	MedianNS      float64   `json:"median_ns"`
	CPUNS         *float64  `json:"cpu_ns"`   // of all threads, per mark; null where it is not known
	ProbeNS       *float64  `json:"probe_ns"` // a cache miss, beside the samples; null if it was not measured
	// Reference is null if it was not measured.
	Reference *Reference `json:"reference"`
	// What disturbed this process from its first sample to its last: how often its threads waited,
	// and how often another thread took their processor; and the time that the host took from all
	// processors. Each is null where the system does not tell.
	VoluntarySwitches   *uint64 `json:"voluntary_switches"`
	InvoluntarySwitches *uint64 `json:"involuntary_switches"`
	StolenNS            *int64  `json:"stolen_ns"`
}

// Reference is frozen work that a process has timed in turns with its samples.
type Reference struct {
	Version int       `json:"version"` // of the work
	NS      []float64 `json:"ns"`      // one from each round: first those of the samples that were dropped
}

// Results returns a result for each series measured on h by this process.
func Results(h *source.Heap, seed uint64, series []measure.Series, verified bool, pid int) []Result {
	results := make([]Result, len(series))
	for i := range series {
		results[i] = newResult(h, seed, &series[i], verified)
		results[i].Invocations[0].PID = pid
		results[i].settle()
	}
	setSpeedups(results)
	return results
}

func newResult(h *source.Heap, seed uint64, s *measure.Series, verified bool) Result {
	dropped := estimate.Warm(s.SamplesNS)
	v := Invocation{SamplesNS: s.SamplesNS[dropped:], WarmupDropped: dropped, WarmupNS: s.SamplesNS[:dropped]}
	if s.CPUNS > 0 {
		v.CPUNS = &s.CPUNS
	}
	v.setBeside(s)
	r := Result{
		Facts:   FactsOf(h, seed, s.Stats.Marked),
		Workers: s.Options.WithDefaults().Workers, Choices: ChoicesOf(s.Options),
		Invocations: []Invocation{v}, MarksPerSample: s.MarksPerSample,
		MajorFaults: s.MajorFaults, ReadBytes: s.ReadBytes,
		Digest: Digest(s.Digest), Verified: verified, Stats: StatsOf(&s.Stats),
	}
	r.setFloor(s.FloorNS)
	return r
}

// setBeside enters what was seen of the machine.
func (v *Invocation) setBeside(s *measure.Series) {
	if s.ReferenceNS != nil {
		v.Reference = &Reference{Version: measure.ReferenceVersion, NS: s.ReferenceNS}
	}
	if s.Beside.MissNS > 0 {
		v.ProbeNS = &s.Beside.MissNS
	}
	v.VoluntarySwitches, v.InvoluntarySwitches = s.Beside.Disturbed.Voluntary, s.Beside.Disturbed.Involuntary
	if stolen := s.Beside.Disturbed.Stolen; stolen != nil {
		ns := stolen.Nanoseconds()
		v.StolenNS = &ns
	}
}

// Beside are the times of the reference in the rounds of the samples, nil if it was not measured.
func (v *Invocation) Beside() []float64 {
	if v.Reference == nil {
		return nil
	}
	return v.Reference.NS[len(v.Reference.NS)-len(v.SamplesNS):]
}

// Merge returns the results of one heap that several processes have measured, each of them
// all settings in the same order. They must have marked the same objects.
func Merge(processes [][]Result) ([]Result, error) {
	merged := slices.Clone(processes[0])
	for i := range merged {
		same := make([]*Result, len(processes))
		for k, results := range processes {
			if len(results) != len(merged) || results[i].Digest != merged[i].Digest || results[i].how() != merged[i].how() {
				return nil, fmt.Errorf("%s: process %d did not measure what process %d did: %v, digest %s, and not %v, digest %s", merged[i].Name(),
					pidOf(results), pidOf(merged), results[min(i, len(results)-1)].how(), results[min(i, len(results)-1)].Digest, merged[i].how(), merged[i].Digest)
			}
			same[k] = &results[i]
		}
		merged[i] = merge(same)
	}
	setSpeedups(merged)
	return merged, nil
}

func pidOf(results []Result) int { return results[0].Invocations[0].PID }

// merge joins what several processes measured of one setting. The statistics are of the
// process that comes nearest to the whole.
func merge(same []*Result) Result {
	r := *same[0]
	r.Invocations = nil
	for _, s := range same {
		r.Invocations = append(r.Invocations, s.Invocations...)
	}
	r.settle()
	away := func(s *Result) float64 { return math.Abs(math.Log(s.MedianNS / r.MedianNS)) }
	nearest := slices.MinFunc(same, func(a, b *Result) int { return cmp.Compare(away(a), away(b)) })
	r.Stats, r.MarksPerSample = nearest.Stats, nearest.MarksPerSample
	r.MajorFaults, r.ReadBytes = middle(same, func(s *Result) *float64 { return s.MajorFaults }), middle(same, func(s *Result) *float64 { return s.ReadBytes })
	r.FloorMinNS = overAll(same, func(s *Result) *float64 { return s.FloorMinNS }, slices.Min)
	r.FloorNS, r.OverFloor = middle(same, func(s *Result) *float64 { return s.FloorNS }), middle(same, func(s *Result) *float64 { return s.OverFloor })
	r.mergeCounts(same)
	return r
}

// middle is the median of what is known in every process, nil if one does not know it.
func middle(same []*Result, of func(*Result) *float64) *float64 {
	return overAll(same, of, func(all []float64) float64 { return measure.Summarize(all).Median })
}

// overAll is a figure of what is known in every process, nil if one does not know it.
func overAll(same []*Result, of func(*Result) *float64, figure func([]float64) float64) *float64 {
	var all []float64
	for _, s := range same {
		if of(s) == nil {
			return nil
		}
		all = append(all, *of(s))
	}
	v := figure(all)
	return &v
}

// settle computes what follows from the invocations.
func (r *Result) settle() {
	var samples estimate.Invocations
	r.SamplesNS = nil
	for i := range r.Invocations {
		v := &r.Invocations[i]
		v.MedianNS = measure.Summarize(v.SamplesNS).Median
		samples = append(samples, v.SamplesNS)
		r.SamplesNS = append(r.SamplesNS, v.SamplesNS...)
	}
	r.CV, r.P95OverP50 = 0, measure.Summarize(relative(samples)).P95P50
	if within := samples.Within(); !math.IsNaN(within) {
		r.CV = within
	}
	r.MedianNS, r.CI95NS, r.CVBetween = thousandths(samples.Center()), nil, nil
	if len(samples) == 1 {
		s := measure.Summarize(r.SamplesNS)
		r.MedianNS, r.CI95NS = s.Median, ci95(s)
	} else if lo, hi := samples.Interval(0.95); !math.IsInf(hi, 0) {
		r.CI95NS = []float64{thousandths(lo), thousandths(hi)}
		between := SixDigits(samples.Between())
		r.CVBetween = &between
	}
	r.CPUNS = r.meanCPU()
	r.NSPerObject = perLive(r.MedianNS, r.Live)
	if r.FloorNS != nil && len(samples) == 1 {
		over := r.MedianNS / *r.FloorNS
		r.OverFloor = &over
	}
}

// relative are all samples, each over the median of its own process.
func relative(processes estimate.Invocations) (all []float64) {
	for _, samples := range processes {
		median := measure.Summarize(samples).Median
		for _, ns := range samples {
			all = append(all, ns/median)
		}
	}
	return all
}

func (r *Result) meanCPU() *float64 {
	sum := 0.0
	for _, v := range r.Invocations {
		if v.CPUNS == nil {
			return nil
		}
		sum += *v.CPUNS
	}
	mean := sum / float64(len(r.Invocations))
	return &mean
}

// thousandths rounds nanoseconds as samples are rounded.
func thousandths(ns float64) float64 { return math.Round(1000*ns) / 1000 }
