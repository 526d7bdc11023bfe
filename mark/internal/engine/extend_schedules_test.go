//go:build interleave && !fullsize

package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// An extendScene is a mark of a scene's graph from its last node, and an extension from node 0,
// from which all nodes can be reached.
type extendScene struct{ scene }

func (s extendScene) program() interleave.Program {
	g, last := s.graph(), uint32(s.nodes-1)
	return func(w *interleave.World) func() {
		m, err := New(s.options)
		if err != nil {
			panic(err)
		}
		m.Name(w)
		first, second := uint64(0), stats.Worker{}
		w.Go("caller", func() {
			defer m.Close()
			r, err := m.MarkGraph(context.Background(), g, []uint32{last})
			if err != nil {
				w.Failf("%v", err)
			}
			first = r.Count()
			if r, err = m.ExtendGraph(context.Background(), g, []uint32{0, last}); err != nil {
				w.Failf("%v", err)
			}
			if second = r.Stats.Sum(); r.Count() != uint64(s.nodes) || first+second.Scanned != r.Count() {
				w.Failf("%d nodes are marked of %d: %d, then %d", r.Count(), s.nodes, first, second.Scanned)
			}
		})
		return func() { w.Outcomef("%d before, stolen %v", first, second.Deque.Took > 0) }
	}
}

// exploreAll runs programs in every schedule within the bounds. It returns all outcomes.
func exploreAll(t *testing.T, name string, programs []interleave.Program, o interleave.Options) (outcomes []string) {
	t.Helper()
	began, executions, longest := time.Now(), 0, 0
	o.Steps = 3000
	for i, p := range programs {
		rep := interleave.Explore(p, o)
		tagged.Passes(t, rep, "%s, program %d of %d", name, i+1, len(programs))
		require.True(t, rep.Complete)
		executions, longest = executions+rep.Executions, max(longest, rep.Longest)
		for outcome := range rep.Outcomes {
			outcomes = append(outcomes, outcome)
		}
	}
	t.Logf("| %s | %d | %s | %d | %d |", name, len(programs), boundOf(o), executions, longest)
	t.Logf("%v", time.Since(began).Round(time.Millisecond))
	slices.Sort(outcomes)
	return slices.Compact(outcomes)
}

// TestExtend: a mark and its extension by the same two workers. Together they scan each node
// exactly once, and no worker of the first mark disturbs the second.
func TestExtend(t *testing.T) {
	graphs := func(options Options, arrays bool, all [][][]uint32) (programs []interleave.Program) {
		for _, edges := range all {
			programs = append(programs, extendScene{scene{len(edges), edges, arrays, options}}.program())
		}
		return programs
	}
	all := upTo3(1, false)
	outcomes := exploreAll(t, "mark and extend, every graph of up to 3 nodes without loops", graphs(tiny, false, all), bound(1))
	require.Contains(t, outcomes, "1 before, stolen true")
	require.Contains(t, outcomes, "3 before, stolen false", "nothing is left to the extension")
	exploreAll(t, "mark and extend, every graph of up to 3 nodes without loops, sliced", graphs(tiny, true, all), bound(1))
	if testing.Short() {
		return
	}
	exclusive := with(func(o *Options) { o.Grain = 2 })
	exploreAll(t, "mark and extend, wide graphs, grain 2", graphs(exclusive, false, wideGraphs), bound(1))
	if long {
		exploreAll(t, "mark and extend, every graph of up to 3 nodes without loops", graphs(tiny, false, all), bound(2))
	}
}
