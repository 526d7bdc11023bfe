package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxName is the width of a heap's name in tables.
const maxName = 24

// Column is a column of a Table.
type Column struct {
	Title string
	Width int  // at least the title's
	Left  bool // aligned left; figures are aligned right
}

// Table prints rows as they come, so its widths are fixed in advance; a longer
// cell pushes the rest of its row aside rather than be cut.
type Table struct {
	w       io.Writer
	columns []Column
	begun   bool // the titles are printed
}

// NewTable returns a table whose titles appear with its first row.
func NewTable(w io.Writer, columns ...Column) *Table {
	return &Table{w: w, columns: columns}
}

// Row prints one row.
func (t *Table) Row(cells ...string) error {
	if !t.begun {
		t.begun = true
		titles := make([]string, len(t.columns))
		for i, c := range t.columns {
			titles[i] = c.Title
		}
		if err := t.Row(titles...); err != nil {
			return err
		}
	}
	var b strings.Builder
	for i, cell := range cells {
		c := t.columns[i]
		if i > 0 {
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", max(0, max(c.Width, utf8.RuneCountInString(c.Title))-utf8.RuneCountInString(cell)))
		if c.Left {
			b.WriteString(cell + pad)
		} else {
			b.WriteString(pad + cell)
		}
	}
	_, err := fmt.Fprintln(t.w, strings.TrimRight(b.String(), " "))
	return err
}

// RunTable is the table of gcbench run: 78 columns, or 89 with queues, and 9
// more with limits.
type RunTable struct {
	table          *Table
	queues, limits bool
}

// NewRunTable returns an empty table. names are those of all heaps to come; queues
// says whether rows differ by queue, limits whether floors were measured.
func NewRunTable(w io.Writer, names []string, queues, limits bool) *RunTable {
	columns := []Column{{Title: "shape", Width: nameWidth(names), Left: true}, {Title: "objects", Width: 11}}
	if queues {
		columns = append(columns, Column{Title: "queue", Width: 9, Left: true})
	}
	columns = append(columns, Column{Title: "workers"}, Column{Title: "median", Width: 7}, Column{Title: "±", Width: 5},
		Column{Title: "ns/obj"}, Column{Title: "speedup"}, Column{Title: "cv", Width: 5}, Column{Title: "imbalance"})
	if limits {
		columns = append(columns, Column{Title: "x limit"})
	}
	return &RunTable{NewTable(w, columns...), queues, limits}
}

func nameWidth(names []string) int {
	width := 0
	for _, n := range names {
		width = max(width, min(utf8.RuneCountInString(n), maxName))
	}
	return width
}

// Row prints one result.
func (t *RunTable) Row(r *Result) error {
	perObject, speedup := "-", "-"
	if r.Live > 0 {
		perObject = Significant(r.NSPerObject)
	}
	if r.Speedup != nil {
		speedup = fmt.Sprintf("%.2f", *r.Speedup)
	}
	cells := []string{Shorten(r.name, maxName), Count(r.Objects)}
	if t.queues {
		cells = append(cells, r.Queue)
	}
	cells = append(cells, fmt.Sprint(r.Workers), Duration(r.MedianNS), Percent(r.summary.PlusMinus()),
		perObject, speedup, Percent(r.CV), fmt.Sprintf("%.2f", r.Stats.Imbalance))
	if t.limits {
		cells = append(cells, fmt.Sprintf("%.2f", *r.OverLimit))
	}
	return t.table.Row(cells...)
}
