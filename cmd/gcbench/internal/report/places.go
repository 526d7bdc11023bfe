package report

import (
	"slices"
	"strings"
)

// Place says in words what tells a result from the others: the heap, and how it was marked.
type Place struct {
	Heap string // with its size, layout and seed where these differ
	// How are the settings in which results differ, the workers aside. A setting that another
	// one decides is left out, as the amount of a queue that has one. It is "" if there are none.
	How string
}

// PlacesOf returns the place of each result among all of them.
func PlacesOf(results []Result) []Place { return places(markedOf(results)) }

func places(rows []marked) []Place {
	all := make([]Place, len(rows))
	var told []settingColumn // in How
	for _, c := range settingColumns(rows) {
		switch {
		case c.ofHeap != notOfHeap:
			for i := range rows {
				all[i].Heap = strings.TrimSpace(all[i].Heap + " " + c.inHeap(&rows[i]))
			}
		case !c.always && !slices.ContainsFunc(told, func(by settingColumn) bool { return settles(rows, by, c) }):
			told = append(told, c)
			for i := range rows {
				if cell := c.cell(&rows[i]); cell != "-" {
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
		return c.Title + " " + c.cell(m)
	case heapSize:
		return "of " + c.cell(m)
	}
	return c.cell(m)
}

// settles reports whether rows that are alike in one column are alike in the other.
func settles(rows []marked, one, other settingColumn) bool {
	seen := map[string]string{}
	for i := range rows {
		by, cell := one.cell(&rows[i]), other.cell(&rows[i])
		if known, ok := seen[by]; ok && known != cell {
			return false
		}
		seen[by] = cell
	}
	return true
}
