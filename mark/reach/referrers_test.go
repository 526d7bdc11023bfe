package reach_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// requireReferrers asks for all nodes of a graph, in each of its forms, with a loop as the oracle.
func requireReferrers(t *testing.T, edges [][]uint32, root uint32, workers int) {
	t.Helper()
	for _, s := range subjects(t, edges) {
		reached := newTwin(s.graph, s.numbers(root)).distance
		want := make([][]uint32, len(edges))
		for from := range edges {
			if _, ok := reached[s.at[from]]; ok {
				for to := range edges {
					if slices.Contains(edges[from], uint32(to)) {
						want[to] = append(want[to], s.at[from])
					}
				}
			}
		}
		got, err := reach.Referrers(t.Context(), s.graph, s.numbers(root), s.at, mark.Options{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, want, got, "%s, %v from %d", s.name, edges, root)
	}
}

// All graphs of up to three nodes, from each node, and random ones with edges that come twice.
func TestReferrers(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for matrix := range 1 << (n * n) {
			requireReferrers(t, matrixEdges(n, matrix), uint32(matrix%n), 1)
		}
	}
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 41))
		edges := make([][]uint32, 1+random.IntN(200))
		for range random.IntN(600) {
			from := random.IntN(len(edges))
			edges[from] = append(edges[from], uint32(random.IntN(len(edges))))
		}
		requireReferrers(t, edges, 0, 2)
	}
}

func TestReferrersRefuses(t *testing.T) {
	_, err := reach.Referrers(t.Context(), ring(3), []uint32{0}, []uint32{1, 3}, mark.Options{})
	require.EqualError(t, err, "reach: node 1 of the given nodes is 3: the graph has 3 nodes, numbered from 0")
	_, err = reach.Referrers(t.Context(), ring(3), []uint32{3}, nil, mark.Options{})
	require.ErrorContains(t, err, "root 0 is node 3")
	_, err = reach.Referrers(t.Context(), ring(3), []uint32{0}, nil, mark.Options{Tuning: tune.Tuning{Marking: 200}})
	var wrong *mark.OptionError
	require.ErrorAs(t, err, &wrong)
	broken := errors.New("broken")
	g := mark.TryFunc{Nodes: 3, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
		if node == 2 {
			return nil, broken
		}
		return append(buf, node+1), nil
	}}
	got, err := reach.Referrers(t.Context(), g, []uint32{0}, []uint32{1}, mark.Options{})
	var failed *mark.NodeError
	require.ErrorAs(t, err, &failed)
	require.EqualValues(t, 2, failed.Node)
	require.Nil(t, got)
}

// Which reachable nodes lead to node 2? Node 3 does, too, but nothing leads to node 3.
func ExampleReferrers() {
	g := rowsGraph([][]uint32{0: {1, 2}, 1: {2, 2}, 2: nil, 3: {2}})
	referrers, err := reach.Referrers(context.Background(), g, []uint32{0}, []uint32{2}, mark.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(referrers[0])
	// Output: [0 1]
}
