package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
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
	Flag  string
	Width int // of its longest value
}

// RunTable is the table of gcbench run. What the rows differ by has a column. Rows that
// compare queues or presets have the costs and the steals of their deques, within 102
// columns; the others have speedups, within 73 with the spread of shapes, and 78 if the
// sizes differ. Floors add 9, counters 35.
type RunTable struct {
	rows    *Rows[*schema.Result]
	about   RunColumns
	deques  bool // are compared
	memory  []memory
	objects uint64 // of the first row's heap
}

// NewRunTable returns an empty table.
func NewRunTable(w io.Writer, about RunColumns) *RunTable {
	t := &RunTable{about: about}
	t.deques = slices.ContainsFunc(about.Swept, func(s Swept) bool { return s.Flag == "deque" || s.Flag == "preset" })
	all := []columns.Result{heapColumn(&about)}
	for _, s := range about.Swept {
		column := columns.Left[*schema.Result]
		if slices.Contains([]string{"seed", "grain", "capacity", "overflow"}, s.Flag) { // numbers
			column = columns.Right
		}
		all = append(all, column(s.Flag, s.Width, cell(setting.KeyOf(s.Flag))))
	}
	all = append(all, columns.Right("workers", 0, func(r *schema.Result) string { return fmt.Sprint(r.Workers) }))
	all = append(all, columns.Times(t.deques)...)
	if t.deques {
		all = append(all, columns.Deques()...)
	}
	if about.Floors {
		all = append(all, columns.Floor())
	}
	all = append(all, columns.Counters(about.Events)...)
	if t.deques {
		all = append(all, columns.Right("", 0, overflowed)) // last, for it is mostly empty
	}
	t.rows = NewRows(w, all)
	return t
}

// heapColumn has the shape or file, and the number of objects if it differs. The two share
// a column with one blank between, which leaves more of a line to the figures.
func heapColumn(about *RunColumns) columns.Result {
	names, sizes := min(widest(about.Heaps), columns.MaxName), widest(about.Sizes)
	name := func(r *schema.Result) string { return numeral.Shorten(r.Name(), columns.MaxName) }
	size := func(r *schema.Result) string { return numeral.Short(r.Objects) }
	switch {
	case about.Unsized:
		size, sizes = func(r *schema.Result) string { return numeral.Count(r.Objects) }, len("100,000,000")
	case len(about.Sizes) == 0:
		return columns.Left("shape", names, name)
	}
	width := max(names+1+sizes, len("heap objects"))
	beside := func(left, right string) string {
		return left + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(left+right))) + right
	}
	return columns.Right(beside("heap", "objects"), 0, func(r *schema.Result) string { return beside(name(r), size(r)) })
}

// overflowed says what did not fit into the deques, if anything.
func overflowed(r *schema.Result) string {
	if r.Stats.OverflowBlocks+r.Stats.OverflowRefs == 0 {
		return ""
	}
	return "overflow " + columns.Overflowed(r)
}

// Results prints rows.
func (t *RunTable) Results(results []schema.Result) error {
	for i := range results {
		r := &results[i]
		if t.objects == 0 {
			t.objects = r.Objects
		}
		m := memory{setup: t.takesMemory(r), workers: r.Workers, bytes: r.Stats.MarkerBytes}
		known := func(k memory) bool { return k.setup == m.setup && k.workers == m.workers }
		if !slices.ContainsFunc(t.memory, known) {
			t.memory = append(t.memory, m)
		}
		if err := t.rows.Row(r); err != nil {
			return err
		}
	}
	return nil
}
