package columns

import (
	"slices"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Result is a column of a table of results.
type Result = Of[*schema.Result]

// Expected is what is known of results before they come.
type Expected struct {
	Heaps  []string         // the shapes or files
	Files  bool             // they are files
	Differ []string         // flags in whose values rows differ, the number of workers aside; and objects
	Floors bool             // are measured
	Events []counters.Event // that the processor counts
}

// Deques reports whether deques are compared.
func (e *Expected) Deques() bool {
	return slices.Contains(e.Differ, "deque") || slices.Contains(e.Differ, "preset")
}

// Columns are those of results that are still to come. The first ones, as many as keys,
// tell rows apart.
func (e *Expected) Columns() (all []Result, keys int) {
	a := about{heap: "shape", differs: func(title string, _ func(*marked) string) bool { return slices.Contains(e.Differ, title) }}
	if e.Files {
		a.heap = "heap"
	}
	for _, name := range e.Heaps {
		a.width = max(a.width, utf8.RuneCountInString(name))
	}
	all = settingsOf(a, ofResult)
	return append(all, measurements(e.Deques(), e.Floors, e.Events)...), len(all)
}

// measurements are the columns of what was measured.
func measurements(deques, floors bool, events []counters.Event) []Result {
	all := []Result{
		Right("median", 7, func(r *schema.Result) string { return numeral.Duration(r.MedianNS) }),
		Right("±", 5, func(r *schema.Result) string { return numeral.Percent(r.PlusMinus()) }),
		Right("ns/obj", 0, func(r *schema.Result) string { return perObject(r, r.MedianNS) }),
		Right("speedup", 0, func(r *schema.Result) string { return figure(r.Speedup, hundredths) }),
		Right("cv %", 7, cvs),
		Right("cpus", 0, func(r *schema.Result) string {
			return figure(r.CPUNS, func(ns float64) string { return hundredths(ns / r.MedianNS) })
		}),
		Right("idle %", 7, func(r *schema.Result) string {
			if r.Workers == 1 {
				return "-"
			}
			return numeral.Idle(r.IdleShares())
		}),
	}
	if floors {
		all = append(all, Right("x limit", 0, func(r *schema.Result) string { return figure(r.OverFloor, hundredths) }))
	}
	if deques {
		all = append(all, ofDeques()...)
	}
	for _, e := range events {
		title := [...]string{counters.CacheMisses: "LLC miss", counters.TLBMisses: "TLB miss", counters.Instructions: "instr", counters.Cycles: "cycles"}[e]
		all = append(all, Right(title, 0, func(r *schema.Result) string { return figure(counted(r, e), numeral.Significant) }))
	}
	return all
}

// ofDeques are the columns of what deques cost, what thefts brought, and what did not fit.
func ofDeques() []Result {
	operations := func(r *schema.Result, n uint64) string {
		if !r.CountsOperations() {
			return "-"
		}
		return perObject(r, float64(n))
	}
	return []Result{
		Right("CAS+RMW", 0, func(r *schema.Result) string { return operations(r, r.Stats.CAS+r.Stats.RMW) }),
		Right("stores", 0, func(r *schema.Result) string { return operations(r, r.Stats.Stores) }),
		Right("steals", 6, func(r *schema.Result) string {
			if !r.CountsSteals() {
				return "-"
			}
			return numeral.Thousands(r.Stats.Steals)
		}),
		Right("items", 0, func(r *schema.Result) string {
			if r.Stats.Steals == 0 {
				return "-"
			}
			return numeral.Significant(float64(r.Stats.ItemsStolen) / float64(r.Stats.Steals))
		}),
		overflowed(),
	}
}

// overflowed says what did not fit into the deques: blocks and references.
func overflowed() Result {
	return Right("overflow", 0, func(r *schema.Result) string {
		if r.Stats.OverflowBlocks+r.Stats.OverflowRefs == 0 {
			return "-"
		}
		return numeral.Count(r.Stats.OverflowBlocks) + "+" + numeral.Count(r.Stats.OverflowRefs)
	})
}

// counted is one event of a result, nil if it was not counted.
func counted(r *schema.Result, e counters.Event) *float64 {
	if r.Counters == nil {
		return nil
	}
	return *r.Counters.Each()[e]
}

func perObject(r *schema.Result, n float64) string {
	if r.Live == 0 {
		return "-"
	}
	return numeral.Significant(n / float64(r.Live))
}

// cvs are the coefficients of variation within a process and between processes, in per
// cent.
func cvs(r *schema.Result) string {
	if len(r.SamplesNS) < 2 {
		return "-"
	}
	text := numeral.Hundredths(r.CV)
	if r.CVBetween != nil {
		text += "+" + numeral.Hundredths(*r.CVBetween)
	}
	return text
}

// Results has a row for each result of one or several runs. A choice that tells the rows apart has a column, and so has
// each figure that was measured of any of them. from says where each result comes from; nil is one place for all.
func Results(results []schema.Result, from []string) Block {
	rows := pointers(results)
	any := func(has func(r *schema.Result) bool) bool { return slices.ContainsFunc(rows, has) }
	deques := differ(rows, func(r *schema.Result) string { return r.Deque + " " + r.Preset })
	var events []counters.Event
	for e := counters.CacheMisses; e <= counters.Cycles; e++ {
		if any(func(r *schema.Result) bool { return counted(r, e) != nil }) {
			events = append(events, e)
		}
	}
	keys := settings(rows, ofResult)
	all := append(keys, measurements(deques, any(func(r *schema.Result) bool { return r.OverFloor != nil }), events)...)
	if !deques && any(func(r *schema.Result) bool { return r.Stats.OverflowBlocks+r.Stats.OverflowRefs > 0 }) {
		all = append(all, overflowed())
	}
	t := Table(all, rows)
	t.Keys = len(keys)
	if from != nil {
		t.Columns = slices.Insert(t.Columns, 0, Column{Title: "file", Left: true})
		for i := range t.Rows {
			t.Rows[i] = slices.Insert(t.Rows[i], 0, from[i])
		}
	}
	return t
}

// Stability has a row for each group of heaps that differ in one thing alone.
func Stability(groups []schema.Stability) Block {
	rows := pointers(groups)
	keys := slices.Insert(settings(rows, ofGroup), 0,
		Left("over", 9, func(s *schema.Stability) string { return numeral.Plural(uint64(len(s.Medians)), s.Over) }))
	t := Table(append(keys,
		Right("least", 7, func(s *schema.Stability) string { return numeral.Duration(slices.Min(s.Medians)) }),
		Right("most", 7, func(s *schema.Stability) string { return numeral.Duration(slices.Max(s.Medians)) }),
		Right("cv", 6, func(s *schema.Stability) string { return numeral.Percent(s.CV) }),
	), rows)
	t.Keys = len(keys)
	return t
}

// ofGroup is what a group has in common.
func ofGroup(s *schema.Stability) *marked {
	m := &marked{Facts: schema.Facts{Shape: s.Shape, Heap: s.Heap, Layout: s.Layout, Objects: s.Objects}, Choices: s.Choices, Preset: s.Preset, Workers: s.Workers, over: s.Over}
	if s.Seed != nil {
		m.Seed = *s.Seed
	}
	return m
}
