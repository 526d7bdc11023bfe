package shape

import "cmp"

// grid is a sheet of objects. Every row and every column of the sheet is a doubly
// linked list. The frontier is a diagonal, and it is never wider than the sheet. There is
// work for a few workers but never for many. Every object is found from up to four sides,
// mostly at nearly the same time. Then two workers race for its mark bit. Meshes and
// matrices of linked cells have this shape. Barabash and Petrank, "Tracing Garbage
// Collection on Highly Parallel Platforms", ISMM 2010, measure how depth limits a marker.
//
//	root → 0 ⇄ 1 ⇄ 2       columns = sqrt(live), rounded down;
//	       ⇅   ⇅   ⇅       the last row may be shorter
//	       3 ⇄ 4 ⇄ 5
//	       ⇅   ⇅
//	       6 ⇄ 7

var grid = Shape{
	Name:    "grid",
	Doc:     "square grid of doubly linked lists: a narrow frontier, found from four sides",
	Params:  "A square sheet, row by row; references right, left, down, up (nil at the edges), 8 bytes of payload; the root is a corner; span: about 2 sqrt(live).",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 32,
	defaults: byDefault{payload: 8, columns: 0},
	mutate: func(m *mutator) {
		m.root(0)
		columns := cmp.Or(m.of(columns), sqrt(m.live))
		for k := range m.live {
			right, left := m.toIf(k%columns != columns-1, k+1), m.toIf(k%columns != 0, k-1)
			m.add(m.of(payload), right, left, m.to(k+columns), m.toIf(k >= columns, k-columns))
		}
	},
}
