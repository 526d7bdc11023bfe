package shape

import (
	"math"
	"math/bits"
	"slices"
)

// rmat is a scale-free graph. It has few hubs with thousands of references, and many
// objects with one reference or none. It stresses the sharing of large objects and the
// mark bits of hubs. It also stresses any policy that takes all objects for equal work.
//
// Chakrabarti, Zhan and Faloutsos, "R-MAT: A Recursive Model for Graph Mining", SDM
// 2004, section 3, with the parameters of the Graph500 benchmark. Each edge falls into
// a quadrant of the adjacency matrix with probability a, b, c or d. Then it falls into
// a quadrant of this quadrant, and so on, until one cell is left. At the end the
// vertices get new names at random.
//
//	           to: 0    1
//	from 0         a    b         a = .57   b = .19
//	     1         c    d         c = .19   d = .05
//
// The differences:
//
//	a  References are directed, because marking follows them one way.
//	b  The number of vertices need not be a power of two. A source beyond the last
//	   vertex is drawn again, and so is a target.
//	c  Edges are drawn source by source. This takes one pass and no list of edges. Each
//	   level gives one bit of the source and one of the target. A bit of a source is 1
//	   with probability c+d. So of all edges of a block of rows, binomially many go to
//	   its lower half. Repeated for all levels, this gives every source its number of
//	   edges. Given the source's bit, the target's bit is 1 with probability b/(a+b) =
//	   1/4 or d/(c+d) = 1/4 · 5/6. The distribution is the same as in the paper, but
//	   for b.
//	d  All levels of an edge are drawn at once, as the bits of a word.

const (
	rmatDegree = 16 // mean number of references by default: Graph500's edge factor

	// Probabilities in units of 2^-16.
	lowerHalf = 15729 // .24, c+d
	quarter   = 1 << 14
	sixth     = 10923
)

var rmat = Shape{
	Name:    "rmat",
	Doc:     "Graph500's R-MAT graph (a=.57 b=.19 c=.19 d=.05), 16 references on average: hubs",
	Params:  "16 references on average, from 0 to thousands, to random objects; 8 bytes of payload; the largest hub is the root; vertices that no path from it reaches add to the garbage, the more the larger the heap (about 60% of 1,000 objects are live, 41% of a million).",
	minLive: 25, maxLive: 65, garbage: 4, bytes: 70, beside: 20,
	defaults: byDefault{degree: rmatDegree, payload: 8},
	prepare: func(m *mutator) func(*mutator) {
		degrees := rmatDegrees(&m.rng, m.live, m.of(degree))
		g := rmatGraph{vertex: shuffled(int(m.live), newRNG(m.seed, nameStream))}
		g.degree = make([]uint32, m.live)
		for k, v := range g.vertex {
			g.degree[k] = degrees[v]
		}
		return g.add
	},
}

// rmatGraph is what is known of a graph before its references are. It takes 8 bytes for
// each vertex.
type rmatGraph struct {
	vertex []uint32 // in order of allocation
	degree []uint32 // in the same order
}

// add adds all vertices. Targets need not be drawn for sizes.
func (g rmatGraph) add(m *mutator) {
	name := make([]uint32, m.live) // by vertex; a hub lies beside other hubs
	for k, v := range g.vertex {
		name[v] = m.at(uint64(k))
	}
	refs := make([]uint32, slices.Max(g.degree))
	for k, v := range g.vertex {
		refs := refs[:g.degree[k]]
		if m.draft != nil {
			rmatTargets(&m.rng, v, m.live, refs)
			for i, to := range refs {
				refs[i] = name[to] // in a loop of its own, so that cache misses overlap
			}
		}
		m.add(m.of(payload), refs...)
	}
	m.root(uint64(slices.Index(g.vertex, 0))) // the likeliest source and target
}

// rmatDegrees shares out the edges of a graph of n vertices among its sources. Each
// round splits the blocks of the round before, in place:
//
//	round 0    [ 16n                                     ]
//	round 1    [ .76 of them       | .24 of them         ]
//	round 2    [         |         |          |          ]
//
// A share beyond vertex n-1 is drawn again, edge by edge. So are edges beyond what a
// count holds.
func rmatDegrees(r *rng, n, mean uint64) []uint32 {
	levels := bits.Len64(n - 1)
	degree := make([]uint32, uint64(1)<<levels)
	first, again := rmatEdges(n, mean)
	degree[0] = first
	for half := len(degree) / 2; half > 0; half /= 2 {
		for i := 0; i < len(degree); i += 2 * half {
			degree[i+half] = r.binomial(degree[i], lowerHalf)
			degree[i] -= degree[i+half]
		}
	}
	for _, beyond := range degree[n:] {
		again += uint64(beyond)
	}
	for range again {
		degree[rmatSource(r, n)]++
	}
	return degree[:n]
}

// rmatEdges returns how many edges a graph of n vertices has: as many of them as a count holds, and
// the rest.
func rmatEdges(n, mean uint64) (counted uint32, rest uint64) {
	counted = uint32(min(mean*n, math.MaxUint32))
	return counted, mean*n - uint64(counted)
}

// rmatSource draws the source of one edge of a graph of n vertices.
func rmatSource(r *rng, n uint64) uint64 {
	mask := uint64(1)<<bits.Len64(n-1) - 1
	for {
		if from := r.bernoulli(lowerHalf, mask); from < n {
			return from
		}
	}
}

// rmatTargets draws the targets of all edges of source v, in a graph of n vertices. It
// draws two at a time: one in the low half of a word and one in the high half.
func rmatTargets(r *rng, v uint32, n uint64, targets []uint32) {
	mask := uint64(1)<<bits.Len64(n-1) - 1
	masks := mask<<32 | mask
	both := uint64(v)<<32 | uint64(v)
	for i := 0; i < len(targets); {
		to := r.bernoulli(quarter, masks)
		to &^= r.bernoulli(sixth, to&both)
		if low := to & math.MaxUint32; low < n {
			targets[i] = uint32(low)
			i++
		}
		if high := to >> 32; high < n && i < len(targets) {
			targets[i] = uint32(high)
			i++
		}
	}
}
