package reach_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// One Searcher answers for graphs of all kinds and sizes, one after the other, as the functions do, also after an error.
func TestSearcherIsUsedAgain(t *testing.T) {
	var s reach.Searcher
	random := rand.New(rand.NewPCG(61, 62))
	for round := range 100 {
		edges, roots := manyEdges(random)
		for _, k := range kindsOf(t, edges) {
			starts, node := mapped(roots, k.number), k.number(uint32(random.IntN(len(edges))))
			nodes := []uint32{node, k.number(0), node}
			want, err := reach.Levels(t.Context(), k.graph, starts, mark.Options{})
			require.NoError(t, err)
			got, err := s.Levels(t.Context(), k.graph, starts, mark.Options{Workers: 1 + round%2})
			require.NoError(t, err)
			require.Equal(t, want, got, k.name)
			tree, err := s.Search(t.Context(), k.graph, starts, mark.Options{})
			require.NoError(t, err)
			require.Equal(t, *want, tree.Distances)
			paths, err := s.Paths(t.Context(), k.graph, starts, nodes, mark.Options{})
			require.NoError(t, err)
			requirePaths(t, mapped(nodes, tree.Path), paths, k.name)
			path, err := s.Path(t.Context(), k.graph, starts, node, mark.Options{})
			require.NoError(t, err)
			requirePaths(t, paths[:1], [][]uint32{path}, k.name)
			_, err = s.Path(t.Context(), k.graph, starts, uint32(k.graph.NumNodes()), mark.Options{})
			require.Error(t, err)
			_, err = s.Levels(t.Context(), mark.Func{Nodes: 1, Successors: func([]uint32, uint32) []uint32 { panic("no") }}, []uint32{0}, mark.Options{})
			require.Error(t, err)
		}
	}
}

// The second search allocates what it returns, and little more.
func TestSearcherAllocatesLittle(t *testing.T) {
	const nodes = 1 << 16
	for _, k := range []mark.Digraph{ring(nodes), adjacencyOf(t, ring(nodes))} {
		var s reach.Searcher
		for name, c := range map[string]struct {
			answer uint64
			ask    func() error
		}{
			"Path": {0, func() error {
				_, err := s.Path(t.Context(), k, []uint32{0}, nodes-1, mark.Options{Workers: 1})
				return err
			}},
			"Paths": {0, func() error {
				_, err := s.Paths(t.Context(), k, []uint32{0}, []uint32{nodes - 1, 5}, mark.Options{Workers: 1})
				return err
			}},
			"Levels": {4 * nodes, func() error { _, err := s.Levels(t.Context(), k, []uint32{0}, mark.Options{Workers: 1}); return err }},
			"Search": {8 * nodes, func() error { _, err := s.Search(t.Context(), k, []uint32{0}, mark.Options{Workers: 1}); return err }},
		} {
			require.NoError(t, c.ask())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.NoError(t, c.ask())
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, c.answer+16<<10, name)
		}
	}
}
