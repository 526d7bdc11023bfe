package mark_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Every graph of up to 3 nodes, marked by one worker: Until sees each node once, and stops or panics at
// each node, and the successors of each node fail. So all of it happens on one goroutine, in one order.
func TestHooksOfOneWorker(t *testing.T) {
	v := &visitor{}
	for _, grain := range []int{0, 1} {
		visits := newMarker(t, mark.Options{Workers: 1, Grain: grain, OverflowBlocks: 1, Until: v.until})
		plain := newMarker(t, mark.Options{Workers: 1, Grain: grain, OverflowBlocks: 1})
		for n := 1; n <= 3; n++ {
			for matrix := range 1 << (n * n) {
				edges := matrixEdges(n, matrix)
				what := fmt.Sprintf("%v, grain %d", edges, grain)
				g := mark.Func{Nodes: n, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, edges[node]...) }}
				reachable := search(g, 0)
				arrays := adjacencyOf(t, g)
				for target := range uint32(n + 1) {
					targets := map[uint32]bool{target: true}
					for _, graph := range []mark.Digraph{g, arrays} {
						v.mark(t, what, reachable, targets, func() (*mark.Result, error) {
							return visits.MarkGraph(t.Context(), graph, []uint32{0})
						})
					}
					requireFailure(t, plain, g, reachable, target)
				}
			}
		}
	}
}

// matrixEdges are the successors in the graph whose adjacency matrix is the bits of matrix.
func matrixEdges(n, matrix int) [][]uint32 {
	edges := make([][]uint32, n)
	for i := range n * n {
		if matrix>>i&1 == 1 {
			edges[i/n] = append(edges[i/n], uint32(i%n))
		}
	}
	return edges
}

// requireFailure marks a graph whose successors of one node fail, if there is such a node.
func requireFailure(t *testing.T, m *mark.Marker, g mark.Func, reachable []uint32, at uint32) {
	t.Helper()
	_, err := m.MarkGraph(t.Context(), mark.TryFunc{Nodes: g.Nodes, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
		if node == at {
			return nil, errAt(node)
		}
		return g.Successors(buf, node), nil
	}}, []uint32{0})
	for _, node := range reachable {
		if node == at {
			var failed *mark.NodeError
			require.ErrorAs(t, err, &failed)
			require.Equal(t, mark.NodeError{Node: at, Err: errAt(at)}, *failed)
			return
		}
	}
	require.NoError(t, err)
}

// A panic of the user's code is an error of the mark, on the caller's goroutine, too.
func TestPanicsOfOneWorker(t *testing.T) {
	panics := func(node uint32) bool { panic(errAt(node)) }
	h := listHeap(t, 3)
	root := uint32(h.Roots()[0])
	_, err := mark.Heap(t.Context(), h, mark.Options{Workers: 1, Until: panics})
	require.EqualError(t, err, fmt.Sprintf("mark: Options.Until of node %d panicked: no node %d", root, root))
	require.ErrorIs(t, err, errAt(root))
	for _, g := range []mark.Digraph{ring(10), adjacencyOf(t, ring(10))} {
		_, err = mark.Graph(t.Context(), g, []uint32{7}, mark.Options{Workers: 1, Until: panics})
		require.EqualError(t, err, "mark: Options.Until of node 7 panicked: no node 7")
	}
	_, err = mark.Heap(t.Context(), h, mark.Options{Workers: 1, Progress: func(mark.Progress) { panic(errAt(5)) }})
	require.EqualError(t, err, "mark: Options.Progress panicked: no node 5")
	require.ErrorIs(t, err, errAt(5))
}
