package reach_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// The levels that a byte still holds, and those that it doesn't. In each graph node i leads to the next two, to the one before it, and to those
// whose level is 255 or 256 less.
func TestTreeOfManyLevels(t *testing.T) {
	for _, levels := range []int{2, 253, 254, 255, 256, 257, 258, 600} {
		edges := make([][]uint32, 2*levels-1) // node 0, and then two nodes to a level
		for node := range edges {
			for _, to := range []int{node + 2, node + 1, node - 1, node - 2*254, node - 2*255, node - 2*256} {
				if to >= 0 && to < len(edges) {
					edges[node] = append(edges[node], uint32(to))
				}
			}
		}
		want := newTwin(mark.Func{Nodes: len(edges), Successors: func(_ []uint32, node uint32) []uint32 { return edges[node] }}, []uint32{0})
		for _, k := range kindsOf(t, edges) {
			about := fmt.Sprintf("%s of %d levels", k.name, levels)
			tree, err := reach.Search(t.Context(), k.graph, []uint32{k.number(0)}, mark.Options{})
			require.NoError(t, err)
			require.Len(t, tree.Sizes(), levels, about)
			parents := map[uint32]uint32{}
			for node := range uint32(k.graph.NumNodes()) {
				if parent, ok := tree.Parent(node); ok {
					parents[node] = parent
				}
			}
			wanted := map[uint32]uint32{}
			for node, parent := range want.parent {
				wanted[k.number(node)] = k.number(parent)
			}
			require.True(t, maps.Equal(wanted, parents), about)
		}
	}
}
