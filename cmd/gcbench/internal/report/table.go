package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxName is the width of a shape's or a file's name in tables.
const MaxName = 24

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
	begun   bool                 // the titles are printed
	cells   func(cells []string) // takes the rows of a Sheet; nil otherwise
}

// NewTable returns a table whose titles appear with its first row.
func NewTable(w io.Writer, columns ...Column) *Table {
	t := &Table{w: w, columns: columns}
	if sheet, ok := w.(*Sheet); ok {
		t.cells = sheet.table(columns)
	}
	return t
}

// Row prints one row.
func (t *Table) Row(cells ...string) error {
	if t.cells != nil {
		t.cells(slices.Clone(cells))
		return nil
	}
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

// widest is the width of the longest text.
func widest(texts []string) (width int) {
	for _, t := range texts {
		width = max(width, utf8.RuneCountInString(t))
	}
	return width
}
