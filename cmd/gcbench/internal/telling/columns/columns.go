// Package columns has the tables that people read, as cells: which columns rows need, what stands in them, and what is
// said beside a table. Package text lays tables out in lines, and package page in HTML.
package columns

import "fmt"

// MaxName is the width of a shape's or a file's name in tables.
const MaxName = 24

// Column is a column of a table.
type Column struct {
	Title string
	Width int  // at least the title's
	Left  bool // aligned left; figures are aligned right
}

// Of is a column, and how to fill it for a T.
type Of[T any] struct {
	Column
	Cell func(T) string
}

// Right is a column of figures.
func Right[T any](title string, width int, cell func(T) string) Of[T] {
	return Of[T]{Column{Title: title, Width: width}, cell}
}

// Left is a column of names.
func Left[T any](title string, width int, cell func(T) string) Of[T] {
	return Of[T]{Column{title, width, true}, cell}
}

// Block is a table, or text that stands above or below one.
type Block struct {
	Text    string // lines; "" for a table
	Columns []Column
	Rows    [][]string
	Keys    int // so many columns at first tell rows apart
}

// Table is a table with a row for each of rows.
func Table[T any](columns []Of[T], rows []T) (t Block) {
	t.Columns = Titles(columns)
	for _, r := range rows {
		t.Rows = append(t.Rows, Row(columns, r))
	}
	return t
}

// Titles are the columns without what fills them.
func Titles[T any](columns []Of[T]) (all []Column) {
	for _, c := range columns {
		all = append(all, c.Column)
	}
	return all
}

// Row fills a row.
func Row[T any](columns []Of[T], of T) (cells []string) {
	for _, c := range columns {
		cells = append(cells, c.Cell(of))
	}
	return cells
}

// blocks are built one after the other.
type blocks []Block

// print adds lines, to the text before if there is one.
func (b *blocks) print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n := len(*b); n > 0 && (*b)[n-1].Columns == nil {
		(*b)[n-1].Text += text
	} else {
		*b = append(*b, Block{Text: text})
	}
}

// figure is a cell of a number that may not be known.
func figure(x *float64, format func(float64) string) string {
	if x == nil {
		return "-"
	}
	return format(*x)
}

// hundredths writes two digits behind the point.
func hundredths(x float64) string { return fmt.Sprintf("%.2f", x) }

func pointers[T any](all []T) (to []*T) {
	for i := range all {
		to = append(to, &all[i])
	}
	return to
}
