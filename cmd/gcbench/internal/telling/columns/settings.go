package columns

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
)

// marked is what was marked and how: what rows of a table may differ by.
type marked struct {
	schema.Facts
	schema.Choices
	Preset  string
	Workers int
	over    string // seed or layout, if the row is about several of these; "" otherwise
}

func ofResult(r *schema.Result) *marked {
	return &marked{Facts: r.Facts, Choices: r.Choices, Preset: r.Preset, Workers: r.Workers}
}

// settingColumn is a column of a setting.
type settingColumn struct {
	Of[*marked]
	always bool // it is there even if all rows have the same in it
	ofHeap heapPart
}

// heapPart says how a column takes part in the name of a heap.
type heapPart uint8

const (
	notOfHeap  heapPart = iota
	heapName            // it is the name
	heapSize            // its cell follows the name, as in: list of 1,000
	heapValue           // its cell follows the name
	heapTitled          // its title and its cell follow the name
)

// about is what is known of the rows of a table.
type about struct {
	heap    string // the title of the heaps' names
	width   int    // of the longest of these
	differs func(title string, cell func(*marked) string) bool
}

// aboutRows is what can be seen of all rows.
func aboutRows(rows []*marked) about {
	a := about{heap: "shape", differs: func(_ string, cell func(*marked) string) bool { return differ(rows, cell) }}
	for _, m := range rows {
		a.width = max(a.width, utf8.RuneCountInString(m.Name()))
		if m.Heap != "" {
			a.heap = "heap"
		}
	}
	return a
}

// settingColumns are those that tell rows apart: the heap, the number of workers, and the
// settings in which rows differ.
func (a about) settingColumns() (used []settingColumn) {
	column := func(title string, width int, left bool, ofHeap heapPart, cell func(*marked) string) {
		always := ofHeap == heapName || title == "workers"
		if always || a.differs(title, cell) {
			used = append(used, settingColumn{Of[*marked]{Column{title, width, left}, cell}, always, ofHeap})
		}
	}
	column(a.heap, min(a.width, MaxName), true, heapName, func(m *marked) string { return numeral.Shorten(m.Name(), MaxName) })
	column("objects", 9, false, heapSize, func(m *marked) string { return numeral.Count(m.Objects) })
	column("layout", 8, true, heapValue, func(m *marked) string { return cmp.Or(m.Layout, "-") })
	column("seed", 0, false, heapTitled, (*marked).seed)
	column("preset", 9, true, notOfHeap, func(m *marked) string { return cmp.Or(m.Preset, "-") })
	for _, s := range setting.All {
		column(s.Name, s.Width, s.Values != nil, notOfHeap, func(m *marked) string { return m.Choices.Of(s.Key) })
	}
	column("workers", 0, false, notOfHeap, func(m *marked) string { return fmt.Sprint(m.Workers) })
	return used
}

// settingsOf are the columns that tell rows apart.
func settingsOf[T any](a about, of func(T) *marked) (all []Of[T]) {
	for _, c := range a.settingColumns() {
		all = append(all, Of[T]{c.Column, func(r T) string { return c.Cell(of(r)) }})
	}
	return all
}

// settings are the columns that tell these rows apart.
func settings[T any](rows []T, of func(T) *marked) []Of[T] {
	return settingsOf(aboutRows(each(rows, of)), of)
}

func each[T, U any](rows []T, of func(T) U) (all []U) {
	for _, r := range rows {
		all = append(all, of(r))
	}
	return all
}

// differ reports whether rows differ in a cell.
func differ[T any](rows []T, cell func(T) string) bool {
	for _, r := range rows {
		if cell(r) != cell(rows[0]) {
			return true
		}
	}
	return false
}

func (m *marked) seed() string {
	if m.over == "seed" {
		return "-"
	}
	return fmt.Sprint(m.Seed)
}
