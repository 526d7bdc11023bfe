package mark_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// reverseOf returns the predecessors of all nodes of g.
func reverseOf(t testing.TB, g mark.Digraph) *mark.Adjacency {
	t.Helper()
	predecessors := make([][]uint32, g.NumNodes())
	for from := range uint32(g.NumNodes()) {
		for _, to := range g.AppendSuccessors(nil, from) {
			predecessors[to] = append(predecessors[to], from)
		}
	}
	return narrowOf(t, mark.Func{Nodes: g.NumNodes(), Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, predecessors[node]...) }})
}

func bidirectional(t testing.TB, g mark.Digraph) *mark.Bidirectional {
	t.Helper()
	both, err := mark.NewBidirectional(adjacencyOf(t, g), reverseOf(t, g))
	require.NoError(t, err)
	require.NoError(t, both.Check())
	return both
}

// randomGraph has so many nodes with so many successors each.
func randomGraph(seed uint64, nodes, degree int) mark.Func {
	rng := rand.New(rand.NewPCG(seed, 0))
	targets := make([]uint32, nodes*degree)
	for i := range targets {
		targets[i] = uint32(rng.IntN(nodes))
	}
	return mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, targets[int(node)*degree:][:degree]...)
	}}
}

// A large random graph is marked in both directions, extended, and not where nodes are left out or Until asks.
func TestBidirectionalMarks(t *testing.T) {
	g := randomGraph(1, 150_000, 5)
	both := bidirectional(t, g)
	want := search(g, 7)
	for workers := 1; workers <= 3; workers++ {
		m := newMarker(t, mark.Options{Workers: workers})
		mustMark := func(passes bool, r *mark.Result, err error) {
			t.Helper()
			require.NoError(t, err)
			require.Equal(t, passes, r.Stats.Passes > 0, "%d passes", r.Stats.Passes)
		}
		reaches := func(want []uint32, r *mark.Result) {
			t.Helper()
			require.True(t, slices.Equal(want, slices.Collect(r.All())), "%d of %d nodes", r.Count(), len(want))
		}
		r, err := m.MarkGraph(t.Context(), both, []uint32{7})
		mustMark(true, r, err)
		reaches(want, r)
		require.EqualValues(t, len(want), r.Stats.Marked)
		r, err = m.ExtendGraph(t.Context(), both, []uint32{0, 1, 2})
		mustMark(false, r, err)
		r, err = m.MarkGraph(t.Context(), both, nil)
		mustMark(false, r, err)
		r, err = m.ExtendGraph(t.Context(), both, []uint32{7})
		mustMark(true, r, err)
		reaches(want, r)

		left := g.Successors(nil, 7)[1:]
		r, err = m.MarkGraphWithout(t.Context(), both, []uint32{7}, left)
		mustMark(false, r, err)
		without := slices.Collect(r.All())
		r, err = m.ExtendGraph(t.Context(), both, left[:1])
		mustMark(false, r, err)
		other := newMarker(t, mark.Options{})
		r2, err := other.MarkGraphWithout(t.Context(), both.Forward(), []uint32{7}, left)
		require.NoError(t, err)
		reaches(without, r2)
		r2, err = other.ExtendGraph(t.Context(), both.Forward(), left[:1])
		require.NoError(t, err)
		reaches(slices.Collect(r2.All()), r)
	}
	var asked atomic.Uint64
	r, err := mark.Graph(t.Context(), both, []uint32{7}, mark.Options{Until: func(uint32) bool { asked.Add(1); return false }})
	require.NoError(t, err)
	require.Zero(t, r.Stats.Passes)
	require.EqualValues(t, len(want), asked.Load())
}

// A node that the marks before leave out is no predecessor that is reached: an extension stays forward until a mark
// begins anew.
func TestBidirectionalAfterNodesAreLeftOut(t *testing.T) {
	g := randomGraph(2, 150_000, 5)
	chain := mark.Func{Nodes: g.Nodes + 2, Successors: func(buf []uint32, node uint32) []uint32 {
		switch int(node) {
		case 7:
			return append(g.Successors(buf, node), uint32(g.Nodes)) // the edge to what is left out
		case g.Nodes:
			return append(buf, uint32(g.Nodes+1))
		case g.Nodes + 1:
			return buf
		}
		return g.Successors(buf, node)
	}}
	both, m := bidirectional(t, chain), newMarker(t, mark.Options{})
	_, err := m.MarkGraphWithout(t.Context(), both, []uint32{7}, append(g.Successors(nil, 7), uint32(g.Nodes)))
	require.NoError(t, err)
	r, err := m.ExtendGraph(t.Context(), both, []uint32{8})
	require.NoError(t, err)
	require.Greater(t, r.Count(), uint64(100_000))
	require.False(t, r.Has(uint32(g.Nodes)), "the extension goes once more along an edge to a node that was left out")
	r, err = m.MarkGraph(t.Context(), both, []uint32{7})
	require.NoError(t, err)
	require.NotZero(t, r.Stats.Passes)
	require.True(t, r.Has(uint32(g.Nodes+1)))
}

// All that takes a Digraph takes a Bidirectional, as its forward Adjacency.
func TestBidirectionalIsADigraph(t *testing.T) {
	g := randomGraph(3, 300, 2)
	both := bidirectional(t, g)
	roots := []uint32{7}
	for _, question := range []func(g mark.Digraph) (any, error){
		func(g mark.Digraph) (any, error) {
			d, err := reach.Levels(t.Context(), g, roots, mark.Options{})
			var levels []any
			for node := range uint32(300) {
				at, ok := d.Of(node)
				levels = append(levels, at, ok)
			}
			return levels, err
		},
		func(g mark.Digraph) (any, error) {
			p, err := reach.Path(t.Context(), g, roots, search(g, 7)[20], mark.Options{})
			return len(p), err
		},
		func(g mark.Digraph) (any, error) {
			s, err := reach.Retained(t.Context(), g, roots, []uint32{g.AppendSuccessors(nil, 7)[0]}, mark.Options{})
			return slices.Collect(s.All()), err
		},
		func(g mark.Digraph) (any, error) {
			r, err := reach.Ephemerons(t.Context(), g, roots, []reach.Ephemeron{{Table: 7, Key: 7, Value: 9}}, mark.Options{})
			return slices.Collect(r.All()), err
		},
		func(g mark.Digraph) (any, error) {
			tree, err := dominators.Of(t.Context(), g, roots, mark.Options{})
			idom, ok := tree.Idom(search(g, 7)[20])
			return []any{idom, ok}, err
		},
		func(g mark.Digraph) (any, error) {
			m, err := mark.NewFor(g, mark.Options{})
			require.NoError(t, err)
			defer m.Close()
			_, err = m.MarkGraph(t.Context(), g, roots)
			require.NoError(t, err)
			r, err := m.ExtendGraphOnce(t.Context(), g, []uint32{8})
			return slices.Collect(r.All()), err
		},
	} {
		want, err := question(g)
		require.NoError(t, err)
		got, err := question(both)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.Same(t, both.Forward(), mark.AdjacencyOf(both))
	require.Same(t, both.Backward(), mark.AdjacencyOf(both.Backward()))
	require.Nil(t, mark.AdjacencyOf(g))
}

func TestBidirectionalErrors(t *testing.T) {
	a := narrowOf(t, randomGraph(4, 100, 3))
	_, err := mark.NewBidirectional(a, nil)
	require.EqualError(t, err, "mark: the forward or the reverse Adjacency is nil: give both, the same one twice for an undirected graph")
	_, err = mark.NewBidirectional(a, narrowOf(t, randomGraph(4, 101, 3)))
	require.EqualError(t, err, "mark: the forward Adjacency has 100 nodes, and the reverse 101: both must have all nodes")
	_, err = mark.NewBidirectional(a, narrowOf(t, randomGraph(4, 100, 4)))
	require.EqualError(t, err, "mark: the forward Adjacency has 300 edges, and the reverse 400: each edge must be in both")
	wrong, err := mark.NewBidirectional(a, a)
	require.NoError(t, err)
	require.ErrorContains(t, wrong.Check(), "the reverse Adjacency has other edges")
	for _, g := range []mark.Digraph{(*mark.Bidirectional)(nil), new(mark.Bidirectional)} {
		_, err = mark.Graph(t.Context(), g, nil, mark.Options{})
		require.EqualError(t, err, "mark: the Bidirectional is nil or empty: make one with NewBidirectional")
	}
	undirected, err := mark.NewBidirectional(pathBothWays(t), pathBothWays(t))
	require.NoError(t, err)
	require.NoError(t, undirected.Check())
}

// pathBothWays is a path of three nodes whose edges lead both ways.
func pathBothWays(t *testing.T) *mark.Adjacency {
	t.Helper()
	a, err := mark.NewAdjacency([]uint32{0, 1, 3, 4}, []uint32{1, 0, 2, 1})
	require.NoError(t, err)
	return a
}
