package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
)

// Compared is what the rows of one heap differ by, besides workers.
type Compared uint8

const (
	Workers Compared = iota // nothing else
	Queues
	Presets
)

// RunTable is the table of gcbench run. Rows that differ by workers alone have
// sizes and speedups, within 80 columns; rows that compare queues or presets have
// the costs and the steals of their deques, within 100. Floors add 9, counters 35.
type RunTable struct {
	table    *Table
	columns  []runColumn
	compared Compared
	memory   []memory
	counts   bool
}

// runColumn is a column and how to fill it.
type runColumn struct {
	Column
	cell func(r *Result) string
}

// memory is what a marker with some number of workers takes.
type memory struct {
	setup   string // the preset, if presets are compared
	workers int
	bytes   int64
}

// NewRunTable returns an empty table. names are those of all heaps to come;
// floors says whether they were measured, events what the processor counts.
func NewRunTable(w io.Writer, names []string, compared Compared, floors bool, events []counters.Event) *RunTable {
	t := &RunTable{compared: compared}
	t.add("shape", nameWidth(names), func(r *Result) string { return Shorten(r.Name(), maxName) })
	t.columns[0].Left = true
	switch compared {
	case Workers:
		t.add("objects", 11, func(r *Result) string { return Count(r.Objects) })
	case Queues:
		t.add("queue", 9, func(r *Result) string { return r.Queue })
	case Presets:
		t.add("preset", 9, func(r *Result) string { return r.Preset })
	}
	t.columns[1].Left = compared != Workers
	t.addTimes()
	if compared != Workers {
		t.addSteals()
	}
	if floors {
		t.add("x limit", 0, func(r *Result) string {
			if r.OverFloor == nil {
				return "-"
			}
			return fmt.Sprintf("%.2f", *r.OverFloor)
		})
	}
	t.addCounters(events)
	if compared != Workers {
		t.add("", 0, overflowed) // last, for it is mostly empty
	}
	columns := make([]Column, len(t.columns))
	for i, c := range t.columns {
		columns[i] = c.Column
	}
	t.table = NewTable(w, columns...)
	return t
}

func (t *RunTable) add(title string, width int, cell func(r *Result) string) {
	t.columns = append(t.columns, runColumn{Column{Title: title, Width: width}, cell})
}

// addTimes adds what every table has.
func (t *RunTable) addTimes() {
	t.add("workers", 0, func(r *Result) string { return fmt.Sprint(r.Workers) })
	t.add("median", 7, func(r *Result) string { return Duration(r.MedianNS) })
	t.add("±", 5, func(r *Result) string { return Percent(r.PlusMinus()) })
	t.add("ns/obj", 0, func(r *Result) string {
		if r.Live == 0 {
			return "-"
		}
		return Significant(r.NSPerObject)
	})
	if t.compared == Workers {
		t.add("speedup", 0, func(r *Result) string {
			if r.Speedup == nil {
				return "-"
			}
			return fmt.Sprintf("%.2f", *r.Speedup)
		})
	}
	t.add("cv", 5, func(r *Result) string {
		if len(r.SamplesNS) < 2 {
			return "-"
		}
		return Percent(r.CV)
	})
	t.add("idle %", 7, func(r *Result) string {
		if r.Workers == 1 {
			return "-"
		}
		return Idle(r.idleShares())
	})
}

// addSteals adds what the deques cost and what thefts brought.
func (t *RunTable) addSteals() {
	t.add("CAS+RMW", 0, func(r *Result) string { return r.perObject(r.Stats.CAS + r.Stats.RMW) })
	t.add("stores", 0, func(r *Result) string { return r.perObject(r.Stats.Stores) })
	t.add("steals", 6, func(r *Result) string { return Thousands(r.Stats.Steals) })
	t.add("items", 0, func(r *Result) string {
		if r.Stats.Steals == 0 {
			return "-"
		}
		return Significant(float64(r.Stats.ItemsStolen) / float64(r.Stats.Steals))
	})
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
	m := memory{workers: r.Workers, bytes: r.Stats.MarkerBytes}
	if t.compared == Presets {
		m.setup = r.Preset
	}
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

// End prints what stands below the table: what its shorter titles mean, and the
// markers' memory. more are lines to follow.
func (t *RunTable) End(more ...string) error {
	legend := "idle %: starved + hoarded, of the workers' time\n"
	if t.compared != Workers {
		legend = "CAS+RMW, stores: of all deques, per live object. items: per steal. overflow: blocks + refs.\n" + legend
	}
	if t.counts {
		legend += "misses, instr, cycles: of all threads in user space, per live object\n"
	}
	if _, err := io.WriteString(t.table.w, legend); err != nil {
		return err
	}
	var setups []string
	sizes := map[string][]string{}
	for _, m := range t.memory {
		if sizes[m.setup] == nil {
			setups = append(setups, m.setup)
		}
		sizes[m.setup] = append(sizes[m.setup], fmt.Sprintf("%s with %s", Bytes(uint64(m.bytes)), Plural(uint64(m.workers), "worker")))
	}
	for _, s := range setups {
		if _, err := fmt.Fprintln(t.table.w, strings.TrimSpace("marker's memory "+s)+": "+strings.Join(sizes[s], ", ")); err != nil {
			return err
		}
	}
	return nil
}
