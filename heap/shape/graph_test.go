package shape

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/stretchr/testify/require"
)

// graph is a heap read back for inspection, objects by rank of address. Under
// the layout alloc the rank is the index in the builder.
type graph struct {
	h     *heap.Heap
	refs  [][]int // -1 is nil
	size  []uint32
	live  []bool
	in    []int // references from live objects
	reach *heap.Reached
	spread
}

// build makes a heap, checks it and reads it back.
func build(t *testing.T, name string, p Params) *graph {
	t.Helper()
	s, err := Parse(name)
	require.NoError(t, err)
	h, err := s.Build(p)
	require.NoError(t, err)
	require.NoError(t, h.Check())
	dead := p.Objects * s.values[garbage] / whole
	g := &graph{h: h, spread: newSpread(p.Objects-dead, dead)}
	g.reach, err = heap.Levels(h)
	require.NoError(t, err)
	rank := make([]int, h.Granules()) // by reference
	for i := range rank {
		rank[i] = -1 // nil, as no reference leads to what is no object
	}
	for r, obj := range h.Objects() {
		rank[obj] = int(r)
	}
	g.in = make([]int, h.NumObjects())
	for _, obj := range h.Objects() {
		_, size, _ := h.Object(obj)
		live := g.reach.Has(obj)
		var refs []int
		for _, to := range h.Refs(obj) {
			refs = append(refs, rank[to])
			if live && to != heap.Nil {
				g.in[rank[to]]++
			}
		}
		g.refs, g.size, g.live = append(g.refs, refs), append(g.size, size), append(g.live, live)
	}
	return g
}

// liveRanks returns the live objects in order of address.
func (g *graph) liveRanks() []int {
	var ranks []int
	for i, live := range g.live {
		if live {
			ranks = append(ranks, i)
		}
	}
	return ranks
}

// longestGarbage returns the length of the longest run of garbage.
func (g *graph) longestGarbage() int {
	longest, run := 0, 0
	for _, live := range g.live {
		run++
		if live {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// span returns the longest shortest path from a root.
func (g *graph) span() int { return len(g.reach.Levels) - 1 }
