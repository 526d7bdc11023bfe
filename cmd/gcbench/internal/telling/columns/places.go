package columns

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Place says in words what tells a result from the others: the heap, and how it was marked.
type Place struct {
	Heap string // with its size, layout and seed where these differ
	// How are the settings in which results differ, the workers aside. A setting that another
	// one decides is left out, as the amount of a queue that has one. It is "" if there are none.
	How string
}

// PlacesOf returns the place of each result among all of them.
func PlacesOf(results []schema.Result) []Place {
	rows := each(pointers(results), ofResult)
	all := make([]Place, len(rows))
	var told []settingColumn // in How
	for _, c := range aboutRows(rows).settingColumns() {
		switch {
		case c.ofHeap != notOfHeap:
			for i := range rows {
				all[i].Heap = strings.TrimSpace(all[i].Heap + " " + c.inHeap(rows[i]))
			}
		case !c.always && !slices.ContainsFunc(told, func(by settingColumn) bool { return Settles(rows, by.Cell, c.Cell) }):
			told = append(told, c)
			for i := range rows {
				if cell := c.Cell(rows[i]); cell != "-" {
					all[i].How = strings.TrimSpace(all[i].How + " " + c.Title + " " + cell)
				}
			}
		}
	}
	return all
}

// inHeap is what the column adds to the name of a heap.
func (c *settingColumn) inHeap(m *marked) string {
	switch c.ofHeap {
	case heapTitled:
		return c.Title + " " + c.Cell(m)
	case heapSize:
		return "of " + c.Cell(m)
	}
	return c.Cell(m)
}

// Settles reports whether rows that are alike in one thing are alike in the other.
func Settles[T any](rows []T, one, other func(T) string) bool {
	seen := map[string]string{}
	for _, r := range rows {
		by, cell := one(r), other(r)
		if known, ok := seen[by]; ok && known != cell {
			return false
		}
		seen[by] = cell
	}
	return true
}
