//go:build interleave && !fullsize

package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// bothProgram marks a graph of two words of the bitmap from node 0 by two workers. They look back at once, and each claims a word.
func bothProgram(edges map[uint32][]uint32, reached []uint32, turns int) interleave.Program {
	successors := make([][]uint32, 128)
	for from, to := range edges {
		successors[from] = to
	}
	g := bothOf(successors)
	return func(w *interleave.World) func() {
		m, err := New(with(func(o *Options) {
			o.Grain = 2
			o.Tuning.Marking, o.Tuning.Recruit = tune.MarkingShared, 1
		}))
		if err != nil {
			panic(err)
		}
		m.bothOf().turns = turnsOfTests[turns]
		m.Name(w)
		passes := 0
		w.Go("caller", func() {
			defer m.Close()
			r, err := m.MarkGraph(context.Background(), g, []uint32{0})
			if err != nil {
				w.Failf("%v", err)
			}
			for _, node := range reached {
				if !r.Has(node) {
					w.Failf("node %d is lost", node)
				}
			}
			if r.Count() != uint64(len(reached)) {
				w.Failf("%d nodes are reached, and %d are reachable", r.Count(), len(reached))
			}
			passes = m.Stats.Passes
		})
		return func() { w.Outcomef("%d passes", passes) }
	}
}

// TestBothWays: two workers look back, each from the nodes of the words that it has claimed. Node 0 leads to node 64, this to node 1, this to
// node 65. Each pass finds more or less, as its loads come before or after the stores of the
// other worker.
func TestBothWays(t *testing.T) {
	zigzag := bothProgram(map[uint32][]uint32{0: {64}, 64: {1}, 1: {65}}, []uint32{0, 64, 1, 65}, 0)
	outcomes := exploreAll(t, "a mark in both directions, back to the end", []interleave.Program{zigzag}, bound(1))
	require.Contains(t, outcomes, "4 passes")
	require.Contains(t, outcomes, "3 passes", "one pass finds two nodes, of which one leads to the other")
	forward := bothProgram(map[uint32][]uint32{0: {64}, 64: {1}, 1: {65}}, []uint32{0, 64, 1, 65}, 1)
	outcomes = exploreAll(t, "a mark in both directions, forward after each pass", []interleave.Program{forward}, bound(1))
	require.NotEmpty(t, outcomes)
}
