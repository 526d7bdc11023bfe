package text

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// alike are the shapes that resemble a heap: a table with a row for each trait, and the command of the best one.
func alike(found []schema.Likeness) string {
	t := columns.Block{Keys: 1, Columns: []columns.Column{{Title: "", Left: true}, {Title: "heap"}}}
	for i := range found {
		t.Columns = append(t.Columns, columns.Column{Title: fmt.Sprint(i + 1)})
	}
	for k, trait := range found[0].Traits {
		row := []string{trait.Name, figure(trait, trait.Heap)}
		for _, l := range found {
			row = append(row, figure(trait, l.Traits[k].Shape))
		}
		t.Rows = append(t.Rows, row)
	}
	likeness := []string{"likeness, at most 1", ""}
	text := "\nThe shapes that resemble this heap best:\n\n"
	for i, l := range found {
		likeness = append(likeness, fmt.Sprintf("%.2f", l.Score))
		text += fmt.Sprintf("  %d  --shape %s --layout %s\n", i+1, l.Shape, l.Layout)
	}
	t.Rows = append(t.Rows, likeness)
	return text + "\n" + table(t) + "\nTo mark the first: " + found[0].Command + "\n"
}

func figure(t schema.Trait, v float64) string {
	if t.Share {
		return numeral.Percent(v)
	}
	return numeral.Significant(v)
}
