package text

import (
	"io"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// RunTable is the table of gcbench run. Each setting by which the rows differ has a column.
type RunTable struct {
	rows     *Rows[*schema.Result]
	expected columns.Expected
	same     []string // what was asked for and is the same in all rows
	memory   []memory
	objects  uint64 // of the first row's heap
}

// NewRunTable returns an empty table. same is what was asked for and is the same in all rows.
func NewRunTable(w io.Writer, of columns.Expected, same []string) *RunTable {
	all, keys := of.Columns()
	return &RunTable{rows: NewRows(w, all, keys), expected: of, same: same}
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
