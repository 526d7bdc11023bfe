// Package explain says why a mark of a heap takes as long as it does, and why further
// workers gain little. It has a few rules over facts about the heap and its marks. Each
// rule has a threshold that was measured (docs/explain.md), and one sentence with the
// figure that says so.
//
// The package measures no time and reads no file.
package explain

import (
	"errors"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Facts are what is known of a heap and of marks of it. A fact that is not known is
// nil or 0, and rules that need it are silent.
type Facts struct {
	schema.Facts
	Processors int    `json:"processors"` // that workers can run on at once
	LastCache  uint64 `json:"last_cache"` // bytes of the last level of caches
	// Waited is the share of their time for which this program's threads waited for a
	// processor while marks were measured. Others had the processors then.
	Waited float64 `json:"waited"`

	Structure *schema.Structure `json:"structure"`
	Bound     *schema.Bound     `json:"bound"`
	One       *Mark             `json:"one"`  // by one worker
	Many      *Mark             `json:"many"` // by several; null if none was measured
	// ColdNS is the least time of one worker if the caches are emptied before each mark.
	ColdNS float64 `json:"cold_ns"`
}

// Mark is what was measured of marks with one number of workers. Counts and shares are of
// one mark, shares of the workers' time where nothing else is said.
type Mark struct {
	Workers        int     `json:"workers"`
	MedianNS       float64 `json:"median_ns"`
	LeastNS        float64 `json:"least_ns"`      // of the samples: what others on the machine disturb least
	NSPerObject    float64 `json:"ns_per_object"` // median, per live object
	Starved        float64 `json:"starved"`
	Hoarded        float64 `json:"hoarded"`
	Helped         float64 `json:"helped"` // share of the objects that were scanned by others than worker 0
	Grain          int     `json:"grain"`
	OverflowBlocks uint64  `json:"overflow_blocks"`
	OverflowRefs   uint64  `json:"overflow_refs"`  // in the pending bitmap
	Forwarded      uint64  `json:"refs_forwarded"` // references that went to the owners of their mark bits
	Spilt          uint64  `json:"refs_spilt"`     // of these, the ones that did not fit into a queue

	Plan             string  `json:"plan"` // what was decided before a mark began; "" if that is not known
	Speculation      string  `json:"speculation"`
	CursorRounds     uint64  `json:"cursor_rounds"`
	RoundsWasted     uint64  `json:"cursor_rounds_wasted"` // of these, the ones after the last harvest that paid
	Harvests         uint64  `json:"harvests"`
	ObjectsHarvested uint64  `json:"objects_harvested"`
	Trial            float64 `json:"trial"` // share of the mark's time: with cursors, before a harvest has paid
	CPUs             float64 `json:"cpus"`  // processor time over mark time; 0 where it is not known
}

// MarkOf takes from a result what the rules need.
func MarkOf(r *schema.Result) *Mark {
	starved, hoarded := r.IdleShares()
	m := &Mark{
		Workers: r.Workers, MedianNS: r.MedianNS, NSPerObject: r.NSPerObject, Starved: starved, Hoarded: hoarded,
		Grain: r.Grain, OverflowBlocks: r.Stats.OverflowBlocks, OverflowRefs: r.Stats.OverflowRefs,
		Forwarded: r.Stats.RefsForwarded, Spilt: r.Stats.RefsSpilt,
		Speculation: r.Speculation, CursorRounds: r.Stats.CursorRounds, RoundsWasted: r.Stats.CursorRoundsWasted,
		Harvests: r.Stats.Harvests, ObjectsHarvested: r.Stats.ObjectsHarvested,
		Trial: ratio(float64(r.Stats.TrialNS), float64(r.Stats.DurationNS)),
	}
	if r.Stats.Plan != nil {
		m.Plan = r.Stats.Plan.Says
	}
	if r.Mapped {
		m.OverflowRefs = 0 // they were put off, and there was room for them elsewhere
	}
	if r.CPUNS != nil {
		m.CPUs = ratio(*r.CPUNS, r.MedianNS)
	}
	if len(r.SamplesNS) > 0 {
		m.LeastNS = slices.Min(r.SamplesNS)
	}
	all := uint64(0)
	for _, n := range r.Stats.Scanned {
		all += n
	}
	if all > 0 {
		m.Helped = 1 - float64(r.Stats.Scanned[0])/float64(all)
	}
	return m
}

// Measured enters the marks of this heap among the results of a run. They are those with the
// choices that the run has first: by one worker, and by as many as the processors run at
// once, or else by the fewest beyond. The error says that no result is of this heap.
func (f *Facts) Measured(results []schema.Result) error {
	var first, many *schema.Result
	for i := range results {
		r := &results[i]
		if r.Facts != f.Facts {
			continue
		}
		if first == nil {
			first = r
		}
		if r.Choices != first.Choices || r.Preset != first.Preset {
			continue
		}
		switch {
		case r.Workers == 1:
			f.One = MarkOf(r)
		case many == nil, r.Workers > many.Workers && r.Workers <= f.Processors, r.Workers < many.Workers && many.Workers > f.Processors:
			many = r
		}
	}
	if first == nil {
		return errors.New("it is not what was measured: it has changed meanwhile")
	}
	if many != nil {
		f.Many = MarkOf(many)
	}
	return nil
}

// maybeCached reports whether the time may be that of the caches: they have room for what a
// mark reads, and it is not known how long a mark takes after they were emptied.
func (f *Facts) maybeCached() bool {
	return f.Structure != nil && f.Structure.ReadBytes <= f.LastCache && f.ColdNS == 0
}

// asleep reports whether the heap is so small that worker 0 has done all of the mark.
func (f *Facts) asleep() bool {
	return f.Many != nil && f.Many.sleeps(f.Live)
}

// sleeps is asleep for a heap of so many live objects. A worker that is woken for the last
// few objects counts as asleep.
func (m *Mark) sleeps(live uint64) bool {
	return m.Grain > 1 && live > 0 && live < SharedObjects && m.Helped < 0.01
}

// Speedup is that of several workers over one, 0 if it is not known.
func (f *Facts) Speedup() float64 {
	if f.One == nil || f.Many == nil {
		return 0
	}
	return ratio(f.One.MedianNS, f.Many.MedianNS)
}

// idleOthers is the share of their time for which workers other than worker 0 found
// nothing.
func (m *Mark) idleOthers() float64 {
	return min(1, m.Starved*float64(m.Workers)/float64(max(1, m.Workers-1)))
}
