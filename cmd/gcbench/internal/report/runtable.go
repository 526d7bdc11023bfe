package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/setting"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// RunColumns says what a RunTable is about.
type RunColumns struct {
	Heaps   []string         // the shapes or files
	Sizes   []string         // the numbers of objects, if there are several; in the form of numeral.Short
	Unsized bool             // they may differ, and are not known in advance
	Swept   []Swept          // what else the rows differ by, the number of workers aside
	Same    []string         // what was asked for and is the same in all rows
	Floors  bool             // were measured
	Events  []counters.Event // that the processor counts
}

// Swept is a flag with several values.
type Swept struct {
	Flag  string // as in CSV
	Width int    // of its longest value
}

// RunTable is the table of gcbench run. What the rows differ by has a column. Rows that
// compare queues or presets have the costs and the steals of their deques, within 102
// columns; the others have speedups, within 73 with the spread of shapes, and 78 if the
// sizes differ. Floors add 9, counters 35.
type RunTable struct {
	table   *Table
	about   RunColumns
	columns []runColumn
	deques  bool // are compared
	memory  []memory
	objects uint64 // of the first row's heap
	counts  bool
}

// runColumn is a column and how to fill it.
type runColumn struct {
	Column
	cell func(r *Result) string
}

// NewRunTable returns an empty table.
func NewRunTable(w io.Writer, about RunColumns) *RunTable {
	t := &RunTable{about: about}
	t.deques = slices.ContainsFunc(about.Swept, func(s Swept) bool { return s.Flag == "deque" || s.Flag == "preset" })
	t.addHeap()
	for _, s := range about.Swept {
		key, number := s.Flag, s.Flag == "seed"
		if of := setting.Named(s.Flag); of != nil {
			key, number = of.Key, of.Values == nil
		}
		t.add(s.Flag, s.Width, csvCell(key))
		t.columns[len(t.columns)-1].Left = !number
	}
	t.add("workers", 0, func(r *Result) string { return fmt.Sprint(r.Workers) })
	t.addTimes()
	if t.deques {
		t.addSteals()
	}
	if about.Floors {
		t.addFloor()
	}
	t.addCounters(about.Events)
	if t.deques {
		t.add("", 0, overflowed) // last, for it is mostly empty
	}
	columns := make([]Column, len(t.columns))
	for i, c := range t.columns {
		columns[i] = c.Column
	}
	t.table = NewTable(w, columns...)
	return t
}

// addHeap adds the shape or file, and the number of objects if it differs. The two share
// a column with one blank between, which leaves more of a line to the figures.
func (t *RunTable) addHeap() {
	names := min(widest(t.about.Heaps), MaxName)
	name := func(r *Result) string { return Shorten(r.Name(), MaxName) }
	size := func(r *Result) string { return numeral.Short(r.Objects) }
	sizes := widest(t.about.Sizes)
	switch {
	case t.about.Unsized:
		size, sizes = func(r *Result) string { return Count(r.Objects) }, len("100,000,000")
	case len(t.about.Sizes) == 0:
		t.add("shape", names, name)
		t.columns[0].Left = true
		return
	}
	width := max(names+1+sizes, len("heap objects"))
	beside := func(left, right string) string {
		return left + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(left+right))) + right
	}
	t.add(beside("heap", "objects"), width, func(r *Result) string { return beside(name(r), size(r)) })
}

func (t *RunTable) add(title string, width int, cell func(r *Result) string) {
	t.columns = append(t.columns, runColumn{Column{Title: title, Width: width}, cell})
}

// addTimes adds what every table has.
func (t *RunTable) addTimes() {
	t.add("median", 7, func(r *Result) string { return Duration(r.MedianNS) })
	t.add("±", 5, func(r *Result) string { return Percent(r.PlusMinus()) })
	t.add("ns/obj", 0, func(r *Result) string {
		if r.Live == 0 {
			return "-"
		}
		return Significant(r.NSPerObject)
	})
	if !t.deques {
		t.add("speedup", 0, func(r *Result) string {
			if r.Speedup == nil {
				return "-"
			}
			return fmt.Sprintf("%.2f", *r.Speedup)
		})
	}
	t.add("cv %", 7, (*Result).cvs)
	if !t.deques { // which have a longer line
		t.addCPUs()
	}
	t.addIdle()
}

// addCPUs adds the processor time.
func (t *RunTable) addCPUs() {
	t.add("cpus", 0, func(r *Result) string {
		if r.CPUNS == nil {
			return "-"
		}
		return fmt.Sprintf("%.2f", *r.CPUNS/r.MedianNS)
	})
}

// addIdle adds why workers were idle.
func (t *RunTable) addIdle() {
	t.add("idle %", 7, func(r *Result) string {
		if r.Workers == 1 {
			return "-"
		}
		return Idle(r.IdleShares())
	})
}

// addFloor adds the mark time over the floor.
func (t *RunTable) addFloor() {
	t.add("x limit", 0, func(r *Result) string {
		if r.OverFloor == nil {
			return "-"
		}
		return fmt.Sprintf("%.2f", *r.OverFloor)
	})
}

// addSteals adds what the deques cost and what thefts brought.
func (t *RunTable) addSteals() {
	operations := func(r *Result, n uint64) string {
		if !r.countsOperations() {
			return "-"
		}
		return r.perObject(n)
	}
	t.add("CAS+RMW", 0, func(r *Result) string { return operations(r, r.Stats.CAS+r.Stats.RMW) })
	t.add("stores", 0, func(r *Result) string { return operations(r, r.Stats.Stores) })
	t.add("steals", 6, func(r *Result) string {
		if !r.countsSteals() {
			return "-"
		}
		return Thousands(r.Stats.Steals)
	})
	t.add("items", 0, func(r *Result) string {
		if r.Stats.Steals == 0 {
			return "-"
		}
		return Significant(float64(r.Stats.ItemsStolen) / float64(r.Stats.Steals))
	})
}

// countsOperations reports whether the deques count their atomic operations. Those of package
// stealq do. One of a user's own need not, and nothing else tells.
func (r *Result) countsOperations() bool {
	_, err := stealq.ParseKind(r.Deque)
	return err == nil || r.Stats.CAS+r.Stats.RMW+r.Stats.Stores > 0
}

// countsSteals reports the same of steals. A worker alone has nobody to steal from.
func (r *Result) countsSteals() bool {
	_, err := stealq.ParseKind(r.Deque)
	return err == nil || r.Stats.StealAttempts > 0 || r.Workers == 1
}

// overflowed says what did not fit into the deques, if anything.
func overflowed(r *Result) string {
	if r.Stats.OverflowBlocks+r.Stats.OverflowRefs == 0 {
		return ""
	}
	return fmt.Sprintf("overflow %s+%s", Count(r.Stats.OverflowBlocks), Count(r.Stats.OverflowRefs))
}

// Rows prints results.
func (t *RunTable) Rows(results []Result) error {
	for i := range results {
		if err := t.Row(&results[i]); err != nil {
			return err
		}
	}
	return nil
}

// Row prints one result.
func (t *RunTable) Row(r *Result) error {
	if t.objects == 0 {
		t.objects = r.Objects
	}
	m := memory{setup: t.takesMemory(r), workers: r.Workers, bytes: r.Stats.MarkerBytes}
	known := func(k memory) bool { return k.setup == m.setup && k.workers == m.workers }
	if !slices.ContainsFunc(t.memory, known) {
		t.memory = append(t.memory, m)
	}
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = c.cell(r)
	}
	return t.table.Row(cells...)
}
