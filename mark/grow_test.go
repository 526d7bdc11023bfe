package mark_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// growing is a graph to which nodes and edges are added.
type growing struct {
	edges   [][]uint32
	reached []bool   // by the last mark
	heads   []uint32 // of new edges that begin at reached nodes
}

func (g *growing) add(from, to uint32) {
	if g.edges[from] = append(g.edges[from], to); g.reached[from] {
		g.heads = append(g.heads, to)
	}
}

func (g *growing) grow(nodes int) {
	for len(g.edges) < nodes {
		g.edges, g.reached = append(g.edges, nil), append(g.reached, false)
	}
}

func (g *growing) function() mark.Digraph {
	return mark.Func{Nodes: len(g.edges), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, g.edges[node]...) }}
}

// requireExtended extends the last mark to the graph as it is now, and compares it with a search of all.
func (g *growing) requireExtended(t *testing.T, m *mark.Marker, form mark.Digraph, about string) {
	t.Helper()
	r, err := m.ExtendGraph(t.Context(), form, g.heads)
	require.NoError(t, err, about)
	g.requireSame(t, r, about)
}

// requireSame demands that a result has what can be reached from node 0.
func (g *growing) requireSame(t *testing.T, r *mark.Result, about string) {
	t.Helper()
	want := search(g.function(), 0)
	slices.Sort(want)
	require.Equal(t, want, slices.Collect(r.All()), about)
	require.EqualValues(t, len(want), r.Count(), about)
	require.EqualValues(t, len(g.edges), r.Bits().Len(), about)
	require.Equal(t, len(g.edges)-len(want), len(slices.Collect(r.Unreached())), about)
	clear(g.reached)
	for _, node := range want {
		g.reached[node] = true
	}
	g.heads = nil
}

// TestGrownPath: a path gets longer twice, over all bounds of words. The last edge of each part is passed by its head.
func TestGrownPath(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	sizes := []int{1, 2, 63, 64, 65, 127, 128, 129, 200}
	for i, first := range sizes {
		for j, second := range sizes[i:] {
			for _, third := range sizes[i+j:] {
				for _, inMemory := range []bool{false, true} {
					g := &growing{}
					form := func() mark.Digraph {
						if inMemory {
							return adjacencyOf(t, g.function())
						}
						return g.function()
					}
					about := fmt.Sprint(first, second, third, inMemory)
					for k, nodes := range []int{first, second, third} {
						was := len(g.edges)
						g.grow(nodes)
						for from := max(was, 1) - 1; from+1 < nodes; from++ {
							g.add(uint32(from), uint32(from+1))
						}
						if k > 0 {
							g.requireExtended(t, m, form(), about)
							continue
						}
						r, err := m.MarkGraph(t.Context(), form(), []uint32{0})
						require.NoError(t, err)
						g.requireSame(t, r, about)
					}
				}
			}
		}
	}
}

// TestGrownGraphs: random graphs get nodes and edges anywhere, again and again, and are marked in any way.
func TestGrownGraphs(t *testing.T) {
	own := *stealq.ABP // its items are followed
	for i, o := range []mark.Options{
		{Workers: 1}, {Workers: 3}, {Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool},
		{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 1}}, {Workers: 2, Deque: &own},
	} {
		m, random := newMarker(t, o), rand.New(rand.NewPCG(9, uint64(i)))
		for round := range 40 {
			g := &growing{}
			for step := range 6 {
				g.grow(len(g.edges) + 1 + random.IntN(1+random.IntN(300)))
				n := uint32(len(g.edges))
				for range random.IntN(int(n) + 1) {
					g.add(random.Uint32N(n), random.Uint32N(n))
				}
				form := g.function()
				if o.Tuning.Marking == tune.MarkingOwner || random.IntN(2) == 0 {
					form = adjacencyOf(t, form)
				}
				about := fmt.Sprintf("options %d, round %d, step %d, seed 9", i, round, step)
				if step > 0 {
					g.requireExtended(t, m, form, about)
					continue
				}
				r, err := m.MarkGraph(t.Context(), form, []uint32{0})
				require.NoError(t, err, about)
				g.requireSame(t, r, about)
			}
		}
	}
}
