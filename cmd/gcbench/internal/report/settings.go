package report

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/setting"
)

// marked is what was marked and how: what rows of a table may differ by.
type marked struct {
	Facts
	Choices
	Preset  string
	Workers int
	over    string // seed or layout, if the row is about several of these; "" otherwise
}

// settingColumn is a column of a setting, and how to fill it.
type settingColumn struct {
	Column
	cell   func(m *marked) string
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

// settingColumns are those that tell rows apart: the heap, the number of workers, and the
// settings in which rows differ.
func settingColumns(rows []marked) (used []settingColumn) {
	names, heap := make([]string, len(rows)), "shape"
	for i := range rows {
		names[i] = rows[i].Name()
		if rows[i].Heap != "" {
			heap = "heap"
		}
	}
	columns := []settingColumn{
		{Column{Title: heap, Width: min(widest(names), MaxName), Left: true}, func(m *marked) string { return Shorten(m.Name(), MaxName) }, true, heapName},
		{Column{Title: "objects", Width: 9}, func(m *marked) string { return Count(m.Objects) }, false, heapSize},
		{Column{Title: "layout", Left: true, Width: 8}, func(m *marked) string { return orDash(m.Layout) }, false, heapValue},
		{Column{Title: "seed"}, func(m *marked) string { return m.seed() }, false, heapTitled},
		{Column{Title: "preset", Left: true, Width: 9}, func(m *marked) string { return orDash(m.Preset) }, false, notOfHeap},
	}
	for _, s := range setting.All {
		columns = append(columns, settingColumn{Column{Title: s.Name, Left: s.Values != nil, Width: s.Width}, func(m *marked) string { return m.Choices.Of(s.Name) }, false, notOfHeap})
	}
	columns = append(columns, settingColumn{Column{Title: "workers"}, func(m *marked) string { return fmt.Sprint(m.Workers) }, true, notOfHeap})
	for _, column := range columns {
		if column.always || differ(rows, column.cell) {
			used = append(used, column)
		}
	}
	return used
}

// differ reports whether rows differ in a cell.
func differ(rows []marked, cell func(*marked) string) bool {
	for i := range rows {
		if cell(&rows[i]) != cell(&rows[0]) {
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

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
