package mark_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// asPairs are edges in a slice.
func asPairs(edges []edge) [][2]uint32 {
	pairs := make([][2]uint32, len(edges))
	for i, e := range edges {
		pairs[i] = e
	}
	return pairs
}

// AdjacencyFromPairs returns what AdjacencyFromEdges returns, graph or error: small ones, and some that several workers share.
func TestAdjacencyFromPairs(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 71))
		nodes, count := random.IntN(5), random.IntN(6)
		if seed%30 == 0 {
			nodes, count = 1000, 100_000+random.IntN(10)
		}
		above := uint32(nodes)
		if seed%4 == 1 || nodes == 0 {
			above++
		}
		edges := make([]edge, count)
		for i := range edges {
			edges[i] = edge{random.Uint32N(above), random.Uint32N(above)}
		}
		want, wrong := mark.AdjacencyFromEdges(nodes, sequence(edges))
		got, err := mark.AdjacencyFromPairs(nodes, asPairs(edges))
		require.Equal(t, fmt.Sprint(wrong), fmt.Sprint(err), "seed %d", seed)
		require.Equal(t, want, got, "seed %d", seed)
	}
	_, err := mark.AdjacencyFromPairs(-1, nil)
	require.EqualError(t, err, "mark: the graph has -1 nodes: 0 to 4294967295 are allowed")
	edges := asPairs(make([]edge, 200_000))
	edges[70_001], edges[170_000] = [2]uint32{0, 1}, [2]uint32{1, 0}
	_, err = mark.AdjacencyFromPairs(1, edges)
	require.EqualError(t, err, "mark: edge 70001 goes from node 0 to node 1: the graph has 1 nodes, numbered from 0")
}

// Edges in a slice.
func ExampleAdjacencyFromPairs() {
	g, err := mark.AdjacencyFromPairs(3, [][2]uint32{{2, 0}, {0, 1}, {2, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Successors(2))
	// Output: [0 1]
}
