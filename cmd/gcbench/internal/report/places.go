package report

import "strings"

// Place says in words what tells a result from the others: the heap, and how it was marked.
type Place struct {
	Heap string // with its size, layout and seed where these differ
	How  string // the settings in which results differ, workers aside; "" if there are none
}

// PlacesOf returns the place of each result among all of them.
func PlacesOf(results []Result) []Place { return places(markedOf(results)) }

func places(rows []marked) []Place {
	all := make([]Place, len(rows))
	for _, c := range settingColumns(rows) {
		for i := range rows {
			p, cell := &all[i], c.cell(&rows[i])
			switch {
			case c.ofHeap == heapName:
				p.Heap = cell
			case c.ofHeap == heapValue:
				p.Heap += " " + cell
			case c.ofHeap == heapTitled:
				p.Heap += " " + c.Title + " " + cell
			case c.always: // workers
			case cell != "-":
				p.How = strings.TrimSpace(p.How + " " + c.Title + " " + cell)
			}
		}
	}
	return all
}
