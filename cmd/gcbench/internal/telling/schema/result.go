package schema

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Result is one heap under one choice of options.
type Result struct {
	Facts

	Workers int `json:"workers"` // how many there were
	Choices
	Preset string `json:"preset"` // of --preset, "" if none was named

	// Invocations are the processes that measured it, in order of time.
	Invocations []Invocation `json:"invocations"`
	// CVBetween is the coefficient of variation between invocations beyond what CV makes
	// likely; null with one.
	CVBetween *float64 `json:"cv_between"`

	SamplesNS      []float64 `json:"samples_ns"`       // of all invocations
	MarksPerSample int       `json:"marks_per_sample"` // more than one where marks are short
	// MedianNS is the median of the samples, with several invocations the centre of their
	// medians (package estimate). CI95NS is its 95 % interval: with several invocations over these,
	// with one over its samples alone, null if there are fewer than six.
	MedianNS    float64   `json:"median_ns"`
	CI95NS      []float64 `json:"ci95_ns"`       // 95 % interval of the median
	CV          float64   `json:"cv"`            // within an invocation
	P95OverP50  float64   `json:"p95_over_p50"`  // within an invocation
	NSPerObject float64   `json:"ns_per_object"` // per live object; 0 if there is none
	Speedup     *float64  `json:"speedup"`       // over one worker; null if that was not measured
	CPUNS       *float64  `json:"cpu_ns"`        // of all threads, per mark; null where it is not known

	// The floor under the mark, null if it was not measured: the median over
	// the rounds, the least, and the median mark time over the median floor.
	FloorNS    *float64 `json:"limit_ns"`
	FloorMinNS *float64 `json:"limit_min_ns"` // the least floor
	OverFloor  *float64 `json:"over_limit"`   // mark time over floor

	// MajorFaults is how many page faults of a mark have waited for the disk, and ReadBytes is how
	// many bytes were read for it: means. Both are null unless the heap is mapped and the system
	// tells.
	MajorFaults *float64 `json:"major_faults"`
	ReadBytes   *float64 `json:"read_bytes"` // from the disk

	Counters *Counts `json:"counters"` // null if nothing was counted

	Digest   string `json:"digest"`   // of the marked objects; the same for the same heap
	Verified bool   `json:"verified"` // each mark reached what the oracle reached
	Stats    Stats  `json:"stats"`    // of one mark
}

// Invocation is what one process measured of one result.
type Invocation struct {
	PID           int       `json:"pid"`            // 0 if it is not known
	SamplesNS     []float64 `json:"samples_ns"`     // in order of time
	WarmupDropped int       `json:"warmup_dropped"` // samples that came first and do not count
	WarmupNS      []float64 `json:"warmup_ns"`      // the samples that were dropped, which came first
	MedianNS      float64   `json:"median_ns"`      // of the samples
	CPUNS         *float64  `json:"cpu_ns"`         // of all threads, per mark; null where it is not known
	ProbeNS       *float64  `json:"probe_ns"`       // a cache miss, beside the samples; null if it was not measured
	// Reference is null if it was not measured.
	Reference *Reference `json:"reference"`
	// The disturbances of this process from its first sample to its last: how often its threads
	// waited, and how often another thread took their processor; and the time that the host took
	// from all processors. Each is null where the system does not tell.
	VoluntarySwitches   *uint64 `json:"voluntary_switches"`
	InvoluntarySwitches *uint64 `json:"involuntary_switches"` // likewise
	StolenNS            *int64  `json:"stolen_ns"`            // by the host
}

// Reference is frozen work that a process has timed in turns with its samples.
type Reference struct {
	Version int       `json:"version"` // of the work
	NS      []float64 `json:"ns"`      // one from each round: first those of the samples that were dropped
}

// Counts are what the processor counted during the timed marks, in user space and in all
// threads of the process, per live object and mark. Null is what was not counted.
type Counts struct {
	CacheMisses  *float64 `json:"cache_misses"`     // of the last level
	TLBMisses    *float64 `json:"dtlb_load_misses"` // loads that missed the data TLB
	Instructions *float64 `json:"instructions"`     // that were carried out
	Cycles       *float64 `json:"cycles"`           // of the processor
}

// Each are the places of the counts, in the order of the keys.
func (c *Counts) Each() [4]**float64 {
	return [4]**float64{&c.CacheMisses, &c.TLBMisses, &c.Instructions, &c.Cycles}
}

// Beside are the times of the reference in the rounds of the samples, nil if it was not measured.
func (v *Invocation) Beside() []float64 {
	if v.Reference == nil {
		return nil
	}
	return v.Reference.NS[len(v.Reference.NS)-len(v.SamplesNS):]
}

// How is everything that was chosen for the marks of a result.
type How struct {
	Preset  string
	Workers int
	Choices
}

// How is everything that was chosen for the marks.
func (r *Result) How() How { return How{r.Preset, r.Workers, r.Choices} }

// Between is CVBetween, 0 with one invocation.
func (r *Result) Between() float64 {
	if r.CVBetween == nil {
		return 0
	}
	return *r.CVBetween
}

// PlusMinus returns the larger half of the interval over the median, +Inf if there is no
// interval.
func (r *Result) PlusMinus() float64 { return PlusMinus(r.MedianNS, r.CI95NS) }

// PlusMinus is the same of any median and its interval.
func PlusMinus(median float64, ci []float64) float64 {
	if ci == nil {
		return math.Inf(1)
	}
	return max(ci[1]-median, median-ci[0]) / median
}

// IdleShares are the starved and the hoarded part of all workers' time.
func (r *Result) IdleShares() (starved, hoarded float64) {
	time := float64(r.Stats.DurationNS) * float64(r.Workers)
	return float64(r.Stats.StarvedNS) / time, float64(r.Stats.HoardedNS) / time
}

// CountsOperations reports whether the deques count their atomic operations. Those of package
// stealq do. One of a user's own need not, and nothing else tells.
func (r *Result) CountsOperations() bool {
	_, err := stealq.ParseKind(r.Deque)
	return err == nil || r.Stats.CAS+r.Stats.RMW+r.Stats.Stores > 0
}

// CountsSteals reports the same of steals. A worker alone has no victim to steal from.
func (r *Result) CountsSteals() bool {
	_, err := stealq.ParseKind(r.Deque)
	return err == nil || r.Stats.StealAttempts > 0 || r.Workers == 1
}
