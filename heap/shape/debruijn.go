package shape

// debruijn is the generalised binary de Bruijn graph. Vertex i refers to vertices 2i
// and 2i+1, both modulo the number of vertices. Reddy, Pradhan and Kuhl, "Directed
// Graphs with Minimal Diameter and Maximal Connectivity", Oakland University report,
// 1980; Imase and Itoh, "Design to Minimize Diameter on Building-Block Network", IEEE
// Trans. Computers C-30(6), 1981.
//
// Its frontier doubles at every step, like that of a tree. But every object is found
// twice: the second time a moment later, or half a heap later. The graph is the same
// for every seed. Only its garbage differs.
//
//	n = 6:   0 → 0 1    1 → 2 3    2 → 4 5    3 → 0 1    4 → 2 3    5 → 4 5
//
// From vertex 0, the vertices below 2^d are reached in d steps. The span is log2(n)
// rounded up.

var debruijn = Shape{
	Name:    "debruijn",
	Doc:     "generalised binary de Bruijn graph: a tree's frontier, every object found twice",
	Params:  "Object i of the n live ones refers to 2i mod n and 2i+1 mod n; 8 bytes of payload; the root is object 0; span: log2(live), rounded up.",
	minLive: 75, maxLive: 75, garbage: 4, bytes: 26,
	defaults: byDefault{payload: 8},
	mutate: func(m *mutator) {
		m.root(0)
		for k := range m.live {
			m.add(m.of(payload), m.at(2*k%m.live), m.at((2*k+1)%m.live))
		}
	},
}
