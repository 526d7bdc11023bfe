package shape

// debruijn is the generalised binary de Bruijn graph: vertex i refers to 2i
// and 2i+1, both modulo the number of vertices. Reddy, Pradhan and Kuhl,
// "Directed Graphs with Minimal Diameter and Maximal Connectivity", Oakland
// University report, 1980; Imase and Itoh, "Design to Minimize Diameter on
// Building-Block Network", IEEE Trans. Computers C-30(6), 1981.
//
// It is a graph with the tree's frontier, which doubles at every step, but
// with every object found twice: the second time a moment or half the heap
// later. The graph is the same for every seed; only its garbage differs.
//
//	n = 6:   0 → 0 1    1 → 2 3    2 → 4 5    3 → 0 1    4 → 2 3    5 → 4 5
//
// From vertex 0, vertices below 2^d are reached in d steps, so the span is
// log2(n) rounded up.

var debruijn = Shape{
	Name:    "debruijn",
	Doc:     "generalised binary de Bruijn graph: a tree's frontier, every object found twice",
	Params:  "Object i of the n live ones refers to 2i mod n and 2i+1 mod n; 8 bytes of payload; the root is object 0; span: log2(live), rounded up.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 26,
	refs: func(live uint64) uint64 { return 2 * live },
	mutate: func(m *mutator) {
		m.root(0)
		for k := range m.live {
			m.add(8, m.at(2*k%m.live), m.at((2*k+1)%m.live))
		}
	},
}
