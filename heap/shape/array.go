package shape

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
	mutate: func(m *mutator) {
		m.root(0)
		addArray(m, 1, m.live)
		for range m.live - 1 {
			m.add(leafPayload)
		}
	},
}

// addArray adds an object without payload. It refers to the live objects from number
// from to below end.
func addArray(m *mutator, from, end uint64) {
	elements := make([]uint32, end-from)
	for i := range elements {
		elements[i] = m.at(from + uint64(i))
	}
	m.add(0, elements...)
}

var arrays = Shape{
	Name:    "arrays",
	Doc:     "array of arrays: a square matrix of leaves, row by row",
	Params:  "The root refers to about sqrt(live) rows, each of which refers to about sqrt(live) leaves of its own; leaves have no references and 16 bytes of payload; span: 2.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 29, beside: 11,
	mutate: func(m *mutator) {
		m.root(0)
		rows := sqrt(m.live - 1)
		starts := make([]uint64, rows+1) // live numbers; the last is the end
		for i := range starts {
			leaves := (m.live - 1 - rows) * uint64(i) / max(rows, 1)
			starts[i] = 1 + uint64(i) + leaves
		}
		addRows(m, starts)
	},
}

// addRows adds an array of rows, and then each row with its leaves. The rows begin at
// the given live numbers.
func addRows(m *mutator, starts []uint64) {
	rows := make([]uint32, len(starts)-1)
	for i := range rows {
		rows[i] = m.at(starts[i])
	}
	m.add(0, rows...)
	for i := range rows {
		addArray(m, starts[i]+1, starts[i+1])
		for range starts[i+1] - starts[i] - 1 {
			m.add(leafPayload)
		}
	}
}
