package mark_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestEdges: random edges between names make the graph that the same edges between numbers make. When there are more of
// both, the graph before stays as it was, and can be extended to the new one.
func TestEdges(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	m := newMarker(t, mark.Options{Workers: 2})
	for round := range 100 {
		var named mark.Edges[string]
		name := func(node uint32) string { return fmt.Sprint("node ", node) }
		nodes := 1 + random.Uint32N(40)
		lists := make(mark.Lists, nodes)
		for node := range nodes {
			require.Equal(t, node, named.Add(name(node)))
		}
		add := func() {
			for range random.IntN(60) {
				from, to := random.Uint32N(nodes), random.Uint32N(nodes)
				named.Edge(name(from), name(to))
				lists[from] = append(lists[from], to)
			}
		}
		same := func(a *mark.Adjacency, lists mark.Lists) {
			t.Helper()
			require.Equal(t, lists.NumNodes(), a.NumNodes())
			for node := range nodes {
				require.Equal(t, append([]uint32{}, lists[node]...), append([]uint32{}, a.AppendSuccessors(nil, node)...), "round %d, seed 4", round)
			}
		}
		add()
		first, was := named.Adjacency(), slices.Clone(lists)
		same(first, was)
		r, err := m.MarkGraph(t.Context(), first, []uint32{0})
		require.NoError(t, err)
		reached := slices.Collect(r.All())
		want := search(was, 0)
		slices.Sort(want)
		require.Equal(t, want, reached)
		names := slices.Collect(named.Keys(r.All()))
		require.Len(t, names, len(reached))
		back, err := named.Numbers(names...)
		require.NoError(t, err)
		require.Equal(t, reached, back)

		add()
		named.Edge(name(nodes), name(0)) // and a node that is new
		same(first, was)
		grown := named.Adjacency()
		require.EqualValues(t, nodes+1, grown.NumNodes())
		r, err = m.ExtendGraph(t.Context(), grown, []uint32{nodes})
		require.NoError(t, err)
		require.True(t, r.Has(nodes))
		lists = append(lists, []uint32{0})
		same(grown, lists)
	}
}

// An unknown node is said by its key, and an iteration may end early.
func TestKeysThatAreNoNodes(t *testing.T) {
	var named mark.Edges[struct{ X, Y int }]
	require.Zero(t, named.Adjacency().NumNodes())
	type point = struct{ X, Y int }
	named.Edge(point{1, 2}, point{3, 4})
	named.Edge(point{1, 2}, point{3, 4})
	require.Equal(t, []uint32{1, 1}, named.Adjacency().AppendSuccessors(nil, 0))
	_, err := named.Numbers(point{3, 4}, point{5, 6})
	require.EqualError(t, err, "mark: key 1, struct { X int; Y int }{X:5, Y:6}, is not a node: 2 keys have numbers")
	none, err := named.Numbers()
	require.NoError(t, err)
	require.Empty(t, none)
	for key := range named.Keys(slices.Values([]uint32{1, 0, 99})) {
		if key == (point{1, 2}) {
			break
		}
	}
}

// TestLists: lists are marked as they are, what they lack is an error, and who appends to a list does not write to it.
func TestLists(t *testing.T) {
	backing := []uint32{1, 2, 7}
	g := mark.Lists{backing[:1], backing[1:2], nil, {0}}
	for _, workers := range []int{1, 3} {
		r, err := mark.Graph(t.Context(), g, []uint32{0}, mark.Options{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, []uint32{0, 1, 2}, slices.Collect(r.All()))
	}
	_ = append(g.AppendSuccessors(nil, 0), 9)
	require.Equal(t, []uint32{1, 2, 7}, backing)
	require.Equal(t, []uint32{5, 0}, g.AppendSuccessors([]uint32{5}, 3))
	_, err := mark.Graph(t.Context(), mark.Lists{{1}}, []uint32{0}, mark.Options{})
	var failed *mark.NodeError
	require.ErrorAs(t, err, &failed)
	_, err = mark.Graph(t.Context(), mark.Lists(nil), []uint32{0}, mark.Options{})
	require.ErrorContains(t, err, "the graph has 0 nodes")
}
