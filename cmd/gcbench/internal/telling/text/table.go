// Package text is what gcbench prints for people: tables in lines of 80 columns, and the sentences around them; and samples
// in the Go benchmark format, for benchstat. The command line alone imports it: other rooms give it values.
package text

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Rows prints a table as its rows come, so its widths are fixed in advance; a longer
// cell pushes the rest of its row aside rather than be cut.
type Rows[T any] struct {
	w       io.Writer
	columns []columns.Of[T]
	gap     string
	begun   bool // the titles are printed

	further []columns.Of[T] // found no room
	keys    int
	below   [][]string // their rows
}

// NewRows returns a table whose titles appear with its first row. The first columns, keys of them, tell rows apart. Columns
// that find no room in 80 come in a second table, with the keys again, which End prints.
func NewRows[T any](w io.Writer, of []columns.Of[T], keys int) *Rows[T] {
	n, gap := fitting(columns.Titles(of), keys)
	t := &Rows[T]{w: w, columns: of[:n:n], gap: gap, keys: keys}
	if n < len(of) {
		t.further = slices.Concat(of[:keys], of[n:])
	}
	return t
}

// Row prints rows.
func (t *Rows[T]) Row(all ...T) error {
	for _, of := range all {
		b := columns.Table(t.columns, []T{of})
		lines := laid(b.Columns, t.gap, [][]string{titles(b.Columns), b.Rows[0]})
		if t.begun {
			_, lines, _ = strings.Cut(lines, "\n")
		}
		t.begun = true
		if t.further != nil {
			t.below = append(t.below, columns.Row(t.further, of))
		}
		if err := Print(t.w, lines); err != nil {
			return err
		}
	}
	return nil
}

// End prints what found no room beside the rows.
func (t *Rows[T]) End() error {
	if t.below == nil {
		return nil
	}
	return Print(t.w, "\n"+table(columns.Block{Columns: columns.Titles(t.further), Rows: t.below, Keys: t.keys}))
}

// fitting is how many columns fit into a line, and the gap between them. All fit if no keys tell rows apart, and one beside
// the keys does at least. If a narrow gap lets all of them fit, it is narrow.
func fitting(of []columns.Column, keys int) (n int, gap string) {
	const wide, narrow = "  ", " "
	n, width := len(of), 0
	for i, c := range of {
		width += max(c.Width, utf8.RuneCountInString(c.Title))
		if i > keys && n == len(of) && width+i*len(wide) > wrap.Width {
			n = i
		}
	}
	switch all := len(of); {
	case keys == 0 || n == all:
		return all, wide
	case width+(all-1)*len(narrow) <= wrap.Width:
		return all, narrow
	}
	return n, wide
}

// table lays out a whole table. A column is as wide as its widest cell. A column of nothing but empty cells is left out. A
// row of a single cell stands between the others as it is: it is lines. Columns that find no room come below, with the keys
// again.
func table(b columns.Block) string {
	of, rows := slices.Clone(b.Columns), append([][]string{titles(b.Columns)}, b.Rows...)
	for i := len(of) - 1; i >= 0; i-- {
		empty := true
		for k, row := range rows {
			if len(row) > 1 {
				of[i].Width = max(of[i].Width, utf8.RuneCountInString(row[i]))
				empty = empty && (k == 0 || row[i] == "")
			}
		}
		if empty {
			of = slices.Delete(of, i, i+1)
			for k, row := range rows {
				if len(row) > 1 {
					rows[k] = slices.Concat(row[:i], row[i+1:])
				}
			}
		}
	}
	n, gap := fitting(of, b.Keys)
	if n == len(of) {
		return laid(of, gap, rows)
	}
	first, further := make([][]string, len(rows)), make([][]string, len(rows)-1)
	for k, row := range rows {
		first[k] = row[:n]
		if k > 0 {
			further[k-1] = slices.Concat(row[:b.Keys], row[n:])
		}
	}
	return laid(of[:n], gap, first) + "\n" + table(columns.Block{Columns: slices.Concat(of[:b.Keys], of[n:]), Rows: further, Keys: b.Keys})
}

func titles(of []columns.Column) (all []string) {
	for _, c := range of {
		all = append(all, c.Title)
	}
	return all
}

// laid lays out rows in columns of these widths, with that gap between them.
func laid(of []columns.Column, gap string, rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		if len(row) == 1 {
			b.WriteString(row[0])
			continue
		}
		cells := make([]string, len(row))
		for i, cell := range row {
			width := max(of[i].Width, utf8.RuneCountInString(of[i].Title))
			if of[i].Left {
				width = -width
			}
			cells[i] = fmt.Sprintf("%*s", width, cell)
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
	}
	return b.String()
}

// blocks lays out tables and what stands between them.
func blocks(all []columns.Block) string {
	var b strings.Builder
	for _, one := range all {
		for line := range strings.Lines(one.Text) {
			b.WriteString(cmp.Or(wrap.Text(line, "", ""), line))
		}
		if one.Columns != nil {
			b.WriteString(table(one))
		}
	}
	return b.String()
}

// Print writes text.
func Print(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// Simulation are the tables of the results of a model.
func Simulation(results schema.Results) string { return blocks(columns.Simulation(results)) }

// Machine is what a machine with caches takes.
func Machine(m *machines.Machine) string { return blocks(columns.Machine(m)) }

// widest is the width of the longest text.
func widest(texts []string) (width int) {
	for _, t := range texts {
		width = max(width, utf8.RuneCountInString(t))
	}
	return width
}
