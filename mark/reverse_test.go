package mark_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// requireReverse compares the reverse of a graph, for each number of workers, with a twin that appends.
func requireReverse(t *testing.T, a *mark.Adjacency) {
	t.Helper()
	want := make([][]uint32, a.NumNodes())
	edges := 0
	for node := range uint32(a.NumNodes()) {
		for _, to := range a.AppendSuccessors(nil, node) {
			want[to] = append(want[to], node)
			edges++
		}
	}
	require.Equal(t, edges, a.NumEdges())
	for _, workers := range []int{0, 1, 2, 3, 7} {
		r, err := a.Reverse(context.Background(), workers)
		require.NoError(t, err)
		require.Equal(t, a.NumNodes(), r.NumNodes())
		require.Equal(t, edges, r.NumEdges())
		for node, sources := range want {
			require.Equal(t, sources, append([]uint32(nil), r.Successors(uint32(node))...), "node %d, %d workers", node, workers)
		}
		narrow, _, targets := r.Arrays()
		_, err = mark.NewAdjacency(narrow, targets)
		require.NoError(t, err)
	}
}

// All graphs of up to three nodes.
func TestReverseOfAllSmallGraphs(t *testing.T) {
	empty, err := mark.AdjacencyFromEdges(0, func(func(from, to uint32) bool) {})
	require.NoError(t, err)
	requireReverse(t, empty)
	for nodes := 1; nodes <= 3; nodes++ {
		for matrix := range 1 << (nodes * nodes) {
			g := mark.Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
				for to := range nodes {
					if matrix>>(int(node)*nodes+to)&1 == 1 {
						buf = append(buf, uint32(to))
					}
				}
				return buf
			}}
			requireReverse(t, adjacencyOf(t, g))
			requireReverse(t, narrowOf(t, g))
		}
	}
}

// Edges that come twice stay, and a node with most edges does not disturb the division.
func TestReverseOfRandomGraphs(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 31))
		nodes := 1 + random.IntN(60)
		hub := random.Uint32N(uint32(nodes))
		edges := make([]edge, random.IntN(300))
		for i := range edges {
			edges[i] = edge{random.Uint32N(uint32(nodes)), random.Uint32N(uint32(nodes))}
			if i%3 == 0 {
				edges[i][random.IntN(2)] = hub
			}
		}
		a, err := mark.AdjacencyFromEdges(nodes, sequence(edges))
		require.NoError(t, err, "seed %d", seed)
		requireReverse(t, a)
	}
}

// Successors are a view to which a caller cannot append by mistake.
func TestSuccessorsAreAView(t *testing.T) {
	a, err := mark.AdjacencyFromEdges(3, sequence([]edge{{0, 1}, {0, 2}, {1, 0}}))
	require.NoError(t, err)
	row := a.Successors(0)
	require.Equal(t, []uint32{1, 2}, row)
	_ = append(row, 9)
	require.Equal(t, []uint32{0}, a.Successors(1))
	require.Zero(t, testing.AllocsPerRun(10, func() { row = a.Successors(0) }))
	require.Panics(t, func() { a.Successors(3) })
}

func TestReverseRefuses(t *testing.T) {
	a, err := mark.AdjacencyFromEdges(3, sequence([]edge{{0, 1}}))
	require.NoError(t, err)
	var none context.Context
	_, err = a.Reverse(none, 1)
	require.ErrorContains(t, err, "the context is nil")
	_, err = a.Reverse(context.Background(), -1)
	require.EqualError(t, err, "mark: Reverse: -1 workers: give 1 or more, or 0 for one for each processor")
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(enough)
	r, err := a.Reverse(ctx, 2)
	require.ErrorIs(t, err, enough)
	require.Nil(t, r)
}

// Who leads to node 2?
func ExampleAdjacency_Reverse() {
	g, err := mark.NewAdjacency([]uint32{0, 2, 3, 3}, []uint32{1, 2, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	reverse, err := g.Reverse(context.Background(), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reverse.Successors(2))
	// Output: [0 1]
}
