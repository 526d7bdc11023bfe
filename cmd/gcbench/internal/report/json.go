// Package report turns measurements into tables, into JSON and CSV, and into the Go
// benchmark format.
package report

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// RunSchema names the format of Run. Fields are added to it, never renamed.
const RunSchema = "gcbench/1"

// Run is what gcbench run reports.
type Run struct {
	Schema  string      `json:"schema"`
	Env     machine.Env `json:"env"`
	Results []Result    `json:"results"`
}

// Facts identify a heap.
type Facts struct {
	Shape      string `json:"shape"`  // "" for a file
	Heap       string `json:"heap"`   // the file, "" for a shape
	Layout     string `json:"layout"` // "" for a file
	Seed       uint64 `json:"seed"`   // of the shape, and of the choice of victims
	Objects    uint64 `json:"objects"`
	Edges      uint64 `json:"edges"`
	Roots      int    `json:"roots"`
	Live       uint64 `json:"live"`
	ArenaBytes int    `json:"arena_bytes"`
}

// FactsOf returns the facts of h, of which live objects were reached.
func FactsOf(h *source.Heap, seed, live uint64) Facts {
	return Facts{
		Shape: h.Shape, Heap: h.File, Layout: h.Layout(), Seed: seed,
		Objects: h.NumObjects(), Edges: h.NumEdges(), Roots: len(h.Roots()),
		Live: live, ArenaBytes: len(h.Arena()),
	}
}

// Choices are the options of a marker, the number of workers aside, under the names of
// their flags.
type Choices struct {
	Queue    string `json:"queue"`
	Grain    int    `json:"grain"`
	Deque    int    `json:"deque"`
	Overflow int    `json:"overflow"` // blocks of the pool; 0 is none
	Steal    string `json:"steal"`
	Amount   string `json:"amount"`
	Victim   string `json:"victim"`
	Idle     string `json:"idle"`
}

// ChoicesOf returns o in the report's terms, with what its zero values stand for.
func ChoicesOf(o mark.Options) Choices {
	o = o.WithDefaults()
	t := o.Tuning
	return Choices{
		Queue: o.Deque.Name, Grain: o.Grain, Deque: o.Capacity, Overflow: max(o.OverflowBlocks, 0),
		Steal: t.Steal.String(), Amount: t.Amount.String(), Victim: t.Victim.String(), Idle: t.Idle.String(),
	}
}

// String lists the choices, for a line below a table.
func (c Choices) String() string {
	return fmt.Sprintf("queue %s, grain %d, deque %d, overflow %d, steal %s, amount %s, victim %s, idle %s",
		c.Queue, c.Grain, c.Deque, c.Overflow, c.Steal, c.Amount, c.Victim, c.Idle)
}

// Result is one heap under one choice of options.
type Result struct {
	Facts

	Workers int `json:"workers"`
	Choices
	Preset string `json:"preset"`

	SamplesNS      []float64 `json:"samples_ns"`
	MarksPerSample int       `json:"marks_per_sample"`
	MedianNS       float64   `json:"median_ns"`
	CI95NS         []float64 `json:"ci95_ns"` // null below measure.MinSamples
	CV             float64   `json:"cv"`
	P95OverP50     float64   `json:"p95_over_p50"`
	NSPerObject    float64   `json:"ns_per_object"` // per live object; 0 if there is none
	Speedup        *float64  `json:"speedup"`       // over one worker; null if that was not measured

	// The floor under the mark, null if it was not measured: the median over
	// the rounds, the least, and the median mark time over the median floor.
	FloorNS    *float64 `json:"limit_ns"`
	FloorMinNS *float64 `json:"limit_min_ns"`
	OverFloor  *float64 `json:"over_limit"`

	Counters *Counts `json:"counters"` // null if nothing was counted

	Digest   string `json:"digest"`
	Verified bool   `json:"verified"`
	Stats    Stats  `json:"stats"`

	summary measure.Summary
	name    string
}

// Stats are one mark's: the last of the sample whose time is nearest to the
// median. Counts are sums over the workers where they are not per worker.
type Stats struct {
	DurationNS     int64    `json:"duration_ns"`    // the mark's time
	Marked         []uint64 `json:"marked"`         // per worker
	Scanned        []uint64 `json:"scanned"`        // per worker
	Steals         uint64   `json:"steals"`         // that took something
	StealAttempts  uint64   `json:"steal_attempts"` // = steals + steal_empty + steal_lost
	ItemsStolen    uint64   `json:"items_stolen"`
	StealEmpty     uint64   `json:"steal_empty"`
	StealLost      uint64   `json:"steal_lost"`
	CAS            uint64   `json:"cas"`
	CASFailed      uint64   `json:"cas_failed"`
	RMW            uint64   `json:"rmw"`    // other read-modify-writes on deques
	Stores         uint64   `json:"stores"` // sequentially consistent ones on deques
	OverflowBlocks uint64   `json:"overflow_blocks"`
	OverflowRefs   uint64   `json:"overflow_refs"` // into the bitmap of the second tier
	SlicesOpened   uint64   `json:"slices_opened"`
	ChunksTaken    uint64   `json:"chunks_taken"`
	Wakes          uint64   `json:"wakes"`
	IdleNS         []int64  `json:"idle_ns"` // per worker
	StarvedNS      int64    `json:"starved_ns"`
	HoardedNS      int64    `json:"hoarded_ns"`
	TerminationNS  int64    `json:"termination_ns"`
	Imbalance      float64  `json:"imbalance"`    // the most of scanned over their mean
	MarkerBytes    int64    `json:"marker_bytes"` // of the marker, its bitmaps aside
}

// StatsOf returns s in the report's terms.
func StatsOf(s *mark.Stats) Stats {
	sum := s.Sum()
	r := Stats{
		DurationNS: s.Duration.Nanoseconds(),
		Steals:     sum.Deque.Took, StealAttempts: sum.Deque.Steals, ItemsStolen: sum.Deque.ItemsStolen,
		StealEmpty: sum.Deque.Empty, StealLost: sum.Deque.Lost,
		CAS: sum.Deque.CAS, CASFailed: sum.Deque.CASFailed, RMW: sum.Deque.RMW, Stores: sum.Deque.Stores,
		OverflowBlocks: sum.BlocksOverflowed, OverflowRefs: sum.RefsPended,
		SlicesOpened: sum.SlicesOpened, ChunksTaken: sum.ChunksTaken, Wakes: sum.Wakes,
		StarvedNS: s.Starved.Nanoseconds(), HoardedNS: s.Hoarded.Nanoseconds(),
		TerminationNS: s.Termination.Nanoseconds(), Imbalance: s.Imbalance(), MarkerBytes: s.MarkerBytes,
		Marked: make([]uint64, len(s.Workers)), Scanned: make([]uint64, len(s.Workers)), IdleNS: make([]int64, len(s.Workers)),
	}
	for i := range s.Workers {
		r.Marked[i], r.Scanned[i] = s.Workers[i].Marked, s.Workers[i].Scanned
		r.IdleNS[i] = s.Workers[i].Idle.Nanoseconds()
	}
	return r
}

// Results returns a result for each series measured on h. Speedups are over
// the series of one worker whose options are the same otherwise.
func Results(h *source.Heap, seed uint64, series []measure.Series, verified bool) []Result {
	results := make([]Result, len(series))
	for i := range series {
		results[i] = newResult(h, seed, &series[i], verified)
	}
	for i := range results {
		alone := series[i].Options
		alone.Workers = 1
		for k := range results {
			if series[k].Options == alone {
				speedup := results[k].MedianNS / results[i].MedianNS
				results[i].Speedup = &speedup
			}
		}
	}
	return results
}

func newResult(h *source.Heap, seed uint64, s *measure.Series, verified bool) Result {
	r := Result{
		Facts:   FactsOf(h, seed, s.Stats.Marked),
		Workers: s.Options.WithDefaults().Workers, Choices: ChoicesOf(s.Options),
		SamplesNS: s.SamplesNS, MarksPerSample: s.MarksPerSample, MedianNS: s.Summary.Median,
		CV: s.Summary.CV, P95OverP50: s.Summary.P95P50,
		Digest: Digest(s.Digest), Verified: verified, Stats: StatsOf(&s.Stats),
		summary: s.Summary, name: h.Name(),
	}
	r.CI95NS, r.NSPerObject = ci95(s.Summary), perLive(s.Summary.Median, r.Live)
	r.setFloor(s.FloorNS)
	return r
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

// idleShares are the starved and the hoarded part of all workers' time.
func (r *Result) idleShares() (starved, hoarded float64) {
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
	median, least := measure.Summarize(samples).Median, slices.Min(samples)
	over := r.MedianNS / median
	r.FloorNS, r.FloorMinNS, r.OverFloor = &median, &least, &over
}

// Digest formats a digest.
func Digest(d uint64) string { return fmt.Sprintf("%016x", d) }
