package shape

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// rmat is a scale-free graph: few hubs with thousands of references, and many
// objects with one or none. It stresses the sharing of large objects, the mark
// bits of hubs, and any policy that takes objects for equal work.
//
// Chakrabarti, Zhan and Faloutsos, "R-MAT: A Recursive Model for Graph
// Mining", SDM 2004, section 3, with the parameters of the Graph500 benchmark
// (specification 1.2, section 3.2): each edge falls into a quadrant of the
// adjacency matrix with probability a, b, c or d, then into a quadrant of
// that, and so on; then the vertices are renamed at random.
//
//	           to: 0    1
//	from 0         a    b         a = .57   b = .19
//	     1         c    d         c = .19   d = .05
//
// What differs: references are directed, since marking follows them one way;
// the number of vertices need not be a power of two: edges with an end beyond
// the last vertex are drawn again (at worst 43 in 100 are).
//
// Every edge is drawn twice from the same random sequence, once to count the
// references of its source and once to store it: that takes 4 bytes a vertex,
// where a list of edges would take 128.

const (
	rmatDegree = 16 // mean number of references, Graph500's edge factor

	// Two levels of the matrix are drawn at once from a table of 16 cells.
	// In units of 2^-14 the rarest cell, d·d, has 41 entries for 40.96.
	quadBits  = 14
	quadSlots = 1 << quadBits
)

// quadrants are a, b, c and d in percent.
var quadrants = [4]uint64{57, 19, 19, 5}

var rmat = Shape{
	Name:    "rmat",
	Doc:     "Graph500's R-MAT graph (a=.57 b=.19 c=.19 d=.05), 16 references on average: hubs",
	Params:  "16 references on average, from 0 to thousands, 8 bytes of payload, the largest hub is the root; vertices that no path from it reaches add to the garbage, the more the larger the heap.",
	minLive: 25, maxLive: 60, garbage: 4, bytes: 80,
	refs: func(live uint64) uint64 { return rmatDegree * live },
	mutate: func(m *mutator) {
		e := newEdges(m)
		m.root(e.label(0))
		degree := make([]uint32, m.live)
		rewound := *e
		for range rmatDegree * m.live {
			from, _ := e.next()
			degree[from]++
		}
		addVertices(m, degree)
		e = &rewound
		for range rmatDegree * m.live {
			from, to := e.next()
			degree[from]--
			m.Refs(m.at(from))[degree[from]] = m.at(to)
		}
	},
}

// addVertices adds live objects with so many nil references each.
func addVertices(m *mutator, degree []uint32) {
	most := uint32(0)
	for _, d := range degree {
		most = max(most, d)
	}
	none := make([]uint32, most)
	for i := range none {
		none[i] = heap.NoObject
	}
	for _, d := range degree {
		m.add(8, none[:d]...)
	}
}

// edges is the sequence of edges of an R-MAT graph.
type edges struct {
	rng
	vertices uint64
	levels   uint // of the matrix, its side being 2^levels
	table    *[quadSlots]uint8
	odd, add uint64 // of label
}

// newEdges returns the edges of a graph of m.live vertices.
func newEdges(m *mutator) *edges {
	names := newRNG(m.rng.next(), labelStream)
	return &edges{
		rng:      m.rng,
		vertices: m.live,
		levels:   uint(bits.Len64(m.live - 1)),
		table:    quadTable(),
		odd:      names.next() | 1,
		add:      names.next(),
	}
}

// quadTable returns for each slot the cell of two levels of the matrix: the
// source's two bits above the target's two bits.
func quadTable() *[quadSlots]uint8 {
	var t [quadSlots]uint8
	slot, sum := uint64(0), uint64(0)
	for first, p := range quadrants {
		for second, q := range quadrants {
			sum += p * q // in 1/10,000
			cell := first>>1<<3 | second>>1<<2 | first&1<<1 | second&1
			for ; slot < (sum*quadSlots+5000)/10000; slot++ {
				t[slot] = uint8(cell)
			}
		}
	}
	return &t
}

// next returns an edge between named vertices.
func (e *edges) next() (from, to uint64) {
	for {
		from, to = e.draw()
		if from < e.vertices && to < e.vertices {
			return e.label(from), e.label(to)
		}
	}
}

// draw returns a cell of the matrix of side 2^levels.
func (e *edges) draw() (from, to uint64) {
	random := uint64(0)
	for level := uint(0); level < e.levels; level += 2 {
		if level%8 == 0 {
			random = e.rng.next() // lasts for four lookups
		}
		cell := uint64(e.table[random%quadSlots])
		random >>= quadBits
		from = from<<2 | cell>>2
		to = to<<2 | cell&3
	}
	// An odd number of levels has drawn one too many.
	return from >> (e.levels & 1), to >> (e.levels & 1)
}

// label renames vertex v: a bijection on the numbers below 2^levels, applied
// again until it gives a vertex (cycle walking: Black and Rogaway, "Ciphers
// with Arbitrary Finite Domains", CT-RSA 2002, section 3). Multiplying by an
// odd number carries low bits up, the shift brings high bits down.
func (e *edges) label(v uint64) uint64 {
	mask := uint64(1)<<e.levels - 1
	half := (e.levels + 1) / 2
	for {
		for range 2 {
			v = (v*e.odd + e.add) & mask
			v ^= v >> half
		}
		if v < e.vertices {
			return v
		}
	}
}
