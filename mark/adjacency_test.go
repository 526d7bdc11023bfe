package mark_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// adjacencyOf copies any graph into adjacency arrays, and narrowOf with offsets of 32 bits.
func adjacencyOf(t testing.TB, g mark.Digraph) *mark.Adjacency {
	return adjacencyWith[uint64](t, g)
}
func narrowOf(t testing.TB, g mark.Digraph) *mark.Adjacency { return adjacencyWith[uint32](t, g) }

func adjacencyWith[Offset uint32 | uint64](t testing.TB, g mark.Digraph) *mark.Adjacency {
	t.Helper()
	offsets, targets := []Offset{0}, []uint32(nil)
	for node := range uint32(g.NumNodes()) {
		targets = g.AppendSuccessors(targets, node)
		offsets = append(offsets, Offset(len(targets)))
	}
	a, err := mark.NewAdjacency(offsets, targets)
	require.NoError(t, err)
	return a
}

// An adjacency array is marked by its own scanner: it reaches what the general one reaches,
// through small, large and sliced nodes. A marker has every second size.
func TestAdjacencyEqualsCallback(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	degrees := []int{0, 1, 2, 0, 3, 1, 40, 600, 2, 0, 1, 0, 1, 1}
	for i, o := range configurations() {
		if (raced || testing.Short()) && i%4 != 0 {
			continue
		}
		m := newMarker(t, o)
		for k, n := range []int{1, 2, 65, 700} {
			if (i/4+k)%2 > 0 {
				continue
			}
			edges := make([][]uint32, n)
			for i := range edges {
				for range degrees[random.IntN(len(degrees))] % (n + 1) {
					edges[i] = append(edges[i], uint32(random.IntN(n)))
				}
			}
			g := mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
			roots := []uint32{0, uint32(n - 1), 0}
			want, err := m.MarkGraph(context.Background(), g, roots)
			require.NoError(t, err)
			reached := slices.Collect(want.All())
			for _, a := range []*mark.Adjacency{adjacencyOf(t, g), narrowOf(t, g)} {
				require.Equal(t, n, a.NumNodes())
				got, err := m.MarkGraph(context.Background(), a, roots)
				require.NoError(t, err)
				require.Equal(t, reached, slices.Collect(got.All()), describe(o))
			}
		}
	}
}

func TestAdjacencyErrors(t *testing.T) {
	for _, c := range []struct {
		offsets []uint64
		targets []uint32
		says    string
	}{
		{nil, nil, "0 offsets"},
		{[]uint64{1, 1}, []uint32{0}, "from 1 to 1"},
		{[]uint64{0, 2}, []uint32{0}, "number of targets, 1"},
		{[]uint64{0, 2, 1, 3}, []uint32{0, 0, 0}, "node 1 has offsets 2 to 1"},
		{[]uint64{0, 1}, []uint32{1}, "target 0 is node 1"},
	} {
		_, err := mark.NewAdjacency(c.offsets, c.targets)
		require.ErrorContains(t, err, c.says)
		narrow := make([]uint32, len(c.offsets))
		for i, offset := range c.offsets {
			narrow[i] = uint32(offset)
		}
		_, err = mark.NewAdjacency(narrow, c.targets)
		require.ErrorContains(t, err, c.says)
	}
	wide, err := mark.NewAdjacency([]uint64{0}, nil)
	require.NoError(t, err)
	narrow, err := mark.NewAdjacency([]uint32{0}, nil)
	require.NoError(t, err)
	for _, a := range []*mark.Adjacency{wide, narrow} {
		r, err := mark.Graph(context.Background(), a, nil, mark.Options{})
		require.NoError(t, err)
		require.Zero(t, r.Count())
	}
}

// Each root is marked, and nothing else, however many chunks of roots there are.
func TestManyRoots(t *testing.T) {
	const nodes = 5000
	a, err := mark.NewAdjacency(make([]uint32, nodes+1), nil)
	require.NoError(t, err)
	b := heap.NewBuilder(nodes, 0)
	for range nodes {
		b.Add(0)
	}
	h, err := b.Build()
	require.NoError(t, err)
	refs := refsOf(h)
	for _, workers := range []int{1, 2} {
		m := newMarker(t, mark.Options{Workers: workers})
		for _, roots := range []int{511, 512, 513, 1025, 2500} {
			var asNodes, asRefs []uint32
			for i := range uint32(roots) {
				asNodes, asRefs = append(asNodes, 2*i), append(asRefs, refs[2*i])
			}
			r, err := m.MarkGraph(t.Context(), a, asNodes)
			require.NoError(t, err)
			require.Equal(t, asNodes, slices.Collect(r.All()))
			r, err = m.MarkGraph(t.Context(), h.Graph(), asRefs)
			require.NoError(t, err)
			require.Equal(t, asRefs, slices.Collect(r.All()))
		}
	}
}
