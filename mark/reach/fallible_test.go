package reach_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// errAt is the error of a node.
type errAt uint32

func (e errAt) Error() string { return fmt.Sprintf("no node %d", uint32(e)) }

// Whatever takes a graph returns the error of a TryFunc with the node. In a
// chain of pairs each value leads to the next key.
func TestTryFuncEverywhere(t *testing.T) {
	const nodes = 60
	graph := func(fails uint32) mark.TryFunc {
		return mark.TryFunc{Nodes: nodes, Successors: func(buf []uint32, node uint32) ([]uint32, error) {
			if node == fails {
				return nil, errAt(node)
			}
			if node%2 == 1 && node+1 < nodes {
				buf = append(buf, node+1)
			}
			return buf, nil
		}}
	}
	var pairs []reach.Ephemeron
	for key := uint32(0); key < nodes; key += 2 {
		pairs = append(pairs, reach.Ephemeron{Table: key, Key: key, Value: key + 1})
	}
	roots, whole := []uint32{0, 31}, uint32(nodes)
	for fails, wants := range map[uint32]bool{whole: false, 32: true} {
		levels, levelsErr := reach.Levels(t.Context(), graph(fails), roots, mark.Options{})
		_, pathErr := reach.Path(t.Context(), graph(fails), roots, 59, mark.Options{})
		_, retainedErr := reach.Retained(t.Context(), graph(fails), roots, []uint32{31}, mark.Options{})
		kept, pairsErr := reach.Ephemerons(t.Context(), graph(fails), roots, pairs, mark.Options{})
		for what, err := range map[string]error{"Levels": levelsErr, "Path": pathErr, "Retained": retainedErr, "Ephemerons": pairsErr} {
			var at *mark.NodeError
			require.Equal(t, wants, errors.As(err, &at), what)
			require.True(t, !wants || at.Node == fails, what)
		}
		if !wants {
			require.EqualValues(t, 3, levels.Count())
			require.EqualValues(t, nodes, kept.Count())
		}
	}
}

// Retained marks twice, and asks Until about each node once.
func TestRetainedAsksUntilOnce(t *testing.T) {
	asked := map[uint32]int{}
	options := mark.Options{Workers: 1, Until: func(node uint32) bool { asked[node]++; return false }}
	g := mark.Func{Nodes: 3, Successors: func(buf []uint32, node uint32) []uint32 { return append(buf, (node+1)%3) }}
	set, err := reach.Retained(t.Context(), g, []uint32{0}, []uint32{1}, options)
	require.NoError(t, err)
	require.Equal(t, []uint32{1, 2}, slices.Collect(set.All()))
	require.Equal(t, map[uint32]int{0: 1, 1: 1, 2: 1}, asked)
}

// growing has one node more each time that it is asked.
type growing struct {
	mark.Func
	asked *int
}

func (g growing) NumNodes() int { *g.asked++; return g.Nodes + *g.asked }

// A function that marks several times refuses a graph whose number of nodes changes
// meanwhile.
func TestGraphsThatGrow(t *testing.T) {
	g := mark.Func{Nodes: 9, Successors: func(buf []uint32, node uint32) []uint32 { return buf }}
	_, err := reach.Retained(t.Context(), growing{g, new(int)}, []uint32{0}, []uint32{1}, mark.Options{})
	require.ErrorContains(t, err, "the graph has changed while it was marked")
	pairs := []reach.Ephemeron{{Table: 0, Key: 0, Value: 1}}
	for key := uint32(1); key < 8; key++ {
		pairs = append(pairs, reach.Ephemeron{Table: key, Key: key, Value: key + 1})
	}
	_, err = reach.Ephemerons(t.Context(), growing{g, new(int)}, []uint32{0}, pairs, mark.Options{})
	require.ErrorContains(t, err, "the graph has changed while it was marked")
}
