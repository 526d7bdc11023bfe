package shape

// Linked lists.
//
// list stresses the lack of parallelism. At each moment one object is grey, the span
// equals the work, and every worker but one idles. list measures the time of one dependent
// step and the cost of idling. It is the worst case of Siebert, "Limits of Parallel
// Marking Garbage Collection", ISMM 2008.
//
// lists has many such chains, and each has its own root. There is much parallelism, but
// in small pieces. The workers must share the roots fairly. Barabash and Petrank,
// "Tracing Garbage Collection on Highly Parallel Platforms", ISMM 2010, discuss both
// shapes.

// listPayload is the payload of a list node in bytes.
const listPayload = 16

var list = Shape{
	Name:    "list",
	Doc:     "singly linked list: one grey object at a time, no parallelism at all",
	Params:  "One list of all live objects, held by one root; 1 reference and 16 bytes of payload each; span: live - 1.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 32,
	defaults: byDefault{payload: listPayload},
	mutate: func(m *mutator) {
		m.root(0)
		for k := range m.live {
			m.add(m.of(payload), m.to(k+1))
		}
	},
}

// listLength is the mean length of one of the lists by default. All lengths from 1 to twice the mean,
// less one, are equally frequent.
const listLength = 16

var lists = Shape{
	Name:    "lists",
	Doc:     "many small linked lists, one root each: parallelism in crumbs, many roots",
	Params:  "Lists of 1 to 31 nodes (16 on average), a root for each; 1 reference and 16 bytes of payload a node; span: at most 30.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 32, beside: 1,
	defaults: byDefault{payload: listPayload, length: listLength, number: 0},
	mutate: func(m *mutator) {
		for k := uint64(0); k < m.live; {
			m.root(k)
			end := min(endOfList(m, k), m.live)
			for ; k < end; k++ {
				m.add(m.of(payload), m.toIf(k+1 < end, k+1))
			}
		}
	},
}

// endOfList returns the first live object behind the list that begins with k.
func endOfList(m *mutator, k uint64) uint64 {
	if n := min(m.of(number), m.live); n > 0 {
		next := ((k+1)*n + m.live - 1) / m.live // list i begins at i·live/n, rounded down
		return next * m.live / n
	}
	return k + 1 + m.rng.below(2*m.of(length)-1)
}
