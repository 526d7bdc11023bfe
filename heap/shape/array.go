package shape

import "cmp"

// Large arrays of references.
//
// wide stresses the sharing of one object. Until a marker hands out slices of the
// object, one worker scans millions of references and the others idle. A mark stack
// without bound would grow to the size of the heap. The idea to slice arrays goes back
// to Endo, Taura and Yonezawa, "A Scalable Mark-Sweep Garbage Collector on Large-Scale
// Shared-Memory Machines", SC 1997.
//
// arrays is the milder and more common form, a matrix. One array has references to
// rows. In a large heap each row is long enough to be worth slicing.

// leafPayload is the payload of an array's element in bytes.
const leafPayload = 16

var wide = Shape{
	Name:    "wide",
	Doc:     "one object with N references to leaves: a marker has to share a single object",
	Params:  "The root refers to every other live object once, in order of allocation; leaves have no references and 16 bytes of payload; span: 1.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 29, beside: 11,
	defaults: byDefault{payload: leafPayload},
	mutate: func(m *mutator) {
		m.root(0)
		addArray(m, m.live-1, func(i uint64) uint64 { return 1 + i })
		addLeaves(m, m.live-1)
	},
}

// addArray adds an object without payload. It refers to so many live objects, whose numbers element returns.
func addArray(m *mutator, n uint64, element func(i uint64) uint64) {
	elements := make([]uint32, n)
	for i := range elements {
		elements[i] = m.at(element(uint64(i)))
	}
	m.add(0, elements...)
}

func addLeaves(m *mutator, n uint64) {
	for range n {
		m.add(m.of(payload))
	}
}

var arrays = Shape{
	Name:    "arrays",
	Doc:     "array of arrays: a square matrix of leaves, row by row",
	Params:  "The root refers to about sqrt(live) rows, each of which refers to about sqrt(live) leaves that no other row has; leaves have no references and 16 bytes of payload; span: 2.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 29, beside: 11,
	defaults: byDefault{payload: leafPayload, rows: 0},
	mutate: func(m *mutator) {
		m.root(0)
		rows := min(cmp.Or(m.of(rows), sqrt(m.live-1)), m.live-1)
		start := func(row uint64) uint64 { // its live number
			return 1 + row + (m.live-1-rows)*row/max(rows, 1)
		}
		addArray(m, rows, start)
		for row := range rows {
			first, end := start(row)+1, start(row+1)
			addArray(m, end-first, func(i uint64) uint64 { return first + i })
			addLeaves(m, end-first)
		}
	},
}
