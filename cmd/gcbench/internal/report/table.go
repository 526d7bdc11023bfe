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
}

// NewTable prints the titles.
func NewTable(w io.Writer, columns ...Column) (*Table, error) {
	t := &Table{w, columns}
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.Title
	}
	return t, t.Row(titles...)
}

// Row prints one row.
func (t *Table) Row(cells ...string) error {
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

// RunTable is the table of gcbench run: 78 columns, or 89 with queues.
type RunTable struct {
	table  *Table
	queues bool
}

// NewRunTable prints the titles. names are those of all heaps to come; queues
// says whether rows differ by queue.
func NewRunTable(w io.Writer, names []string, queues bool) (*RunTable, error) {
	columns := []Column{{Title: "shape", Width: nameWidth(names), Left: true}, {Title: "objects", Width: 11}}
	if queues {
		columns = append(columns, Column{Title: "queue", Width: 9, Left: true})
	}
	columns = append(columns, Column{Title: "workers"}, Column{Title: "median", Width: 7}, Column{Title: "±", Width: 5},
		Column{Title: "ns/obj"}, Column{Title: "speedup"}, Column{Title: "cv", Width: 5}, Column{Title: "imbalance"})
	t, err := NewTable(w, columns...)
	return &RunTable{t, queues}, err
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
	return t.table.Row(append(cells, fmt.Sprint(r.Workers), Duration(r.MedianNS), Percent(r.summary.PlusMinus()),
		perObject, speedup, Percent(r.CV), fmt.Sprintf("%.2f", r.Stats.Imbalance))...)
}
