package text

import (
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// ScalingTable is the table of gcbench scaling. It comes in the end, because each row has all of a heap's results.
type ScalingTable struct {
	To      io.Writer
	results []schema.Result
}

// Results takes rows.
func (t *ScalingTable) Results(results []schema.Result) error {
	t.results = append(t.results, results...)
	return nil
}

// End prints the table, and what stands below it.
func (t *ScalingTable) End(string) error {
	of := 0
	for i := range t.results {
		of = max(of, len(t.results[i].Invocations))
	}
	below := "1: time of one worker. From 2: speedup by owners of mark bits, and by shared bits."
	if of > 1 {
		below += fmt.Sprintf(" Medians over %d processes.", of)
	}
	return Print(t.To, table(columns.Scaling(t.results))+wrap.Text(below, "", "  "))
}

// Measured says what a machine costs.
func Measured(m *schema.Machine) string {
	return numeral.Plural(uint64(len(m.Processors)), "processor") + "\n" + blocks(columns.Measured(m)) + "\n"
}
