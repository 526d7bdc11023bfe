package report

import (
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
)

// Counts are what the processor counted during the timed marks, in user space and in all
// threads of the process, per live object and mark. Null is what was not counted.
type Counts struct {
	CacheMisses  *float64 `json:"cache_misses"` // of the last level
	TLBMisses    *float64 `json:"dtlb_load_misses"`
	Instructions *float64 `json:"instructions"`
	Cycles       *float64 `json:"cycles"`
}

// counted has each event with its column and its place in Counts.
var counted = []struct {
	event  counters.Event
	column string // of the table
	field  string // of CSV
	of     func(c *Counts) **float64
}{
	{counters.CacheMisses, "LLC miss", "cache_misses", func(c *Counts) **float64 { return &c.CacheMisses }},
	{counters.TLBMisses, "TLB miss", "dtlb_load_misses", func(c *Counts) **float64 { return &c.TLBMisses }},
	{counters.Instructions, "instr", "instructions", func(c *Counts) **float64 { return &c.Instructions }},
	{counters.Cycles, "cycles", "cycles", func(c *Counts) **float64 { return &c.Cycles }},
}

// Count enters what was counted under one options: these events.
func (r *Result) Count(s *measure.Series, events []counters.Event) {
	if s.CountedMarks == 0 || r.Live == 0 {
		return
	}
	r.Counters = &Counts{}
	for _, c := range counted {
		if slices.Contains(events, c.event) {
			perObject := float64(s.Counted[c.event]) / float64(s.CountedMarks) / float64(r.Live)
			*c.of(r.Counters) = &perObject
		}
	}
}

// count is one event of a result, nil if it was not counted.
func (r *Result) count(of func(c *Counts) **float64) *float64 {
	if r.Counters == nil {
		return nil
	}
	return *of(r.Counters)
}

// addCounters adds a column for each event that is counted.
func (t *RunTable) addCounters(events []counters.Event) {
	for _, c := range counted {
		if slices.Contains(events, c.event) {
			t.add(c.column, 0, func(r *Result) string {
				if n := r.count(c.of); n != nil {
					return Significant(*n)
				}
				return "-"
			})
			t.counts = true
		}
	}
}

// mergeCounts makes the counts the means over the processes.
func (r *Result) mergeCounts(same []*Result) {
	if r.Counters == nil {
		return
	}
	r.Counters = &Counts{}
	for _, c := range counted {
		sum := 0.0
		for _, s := range same {
			n := s.count(c.of)
			if n == nil {
				sum = math.NaN()
				break
			}
			sum += *n
		}
		if mean := sum / float64(len(same)); !math.IsNaN(mean) {
			*c.of(r.Counters) = &mean
		}
	}
}
