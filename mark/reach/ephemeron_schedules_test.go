//go:build interleave && !fullsize

package reach

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// tiny is a marker whose deques hold 2 refs, and that has no overflow pool.
var tiny = mark.Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Victim: tune.VictimRoundRobin}}

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

func boundOf(o interleave.Options) string {
	if o.Search == interleave.Bounded {
		return fmt.Sprintf("preemptions up to %d", o.Preemptions)
	}
	return o.Search.String()
}

// withPairs is a graph with pairs of which no node is reached yet.
func withPairs(edges [][]uint32, pairs []Ephemeron) mark.Digraph {
	g := graphOf(edges, false)
	none, err := mark.Graph(context.Background(), g, nil, mark.Options{})
	if err != nil {
		panic(err)
	}
	return newEphemerons(g, pairs, none)
}

// TestEphemeronMeeting: workers scan the table and the key of a pair at once. Exactly one of them
// gets the value.
func TestEphemeronMeeting(t *testing.T) {
	var programs []interleave.Program
	for _, pairs := range [][]Ephemeron{
		{{0, 1, 2}},
		{{0, 1, 2}, {1, 0, 2}},
		{{0, 1, 2}, {0, 0, 2}, {1, 1, 2}},
		{{0, 1, 0}, {0, 1, 1}, {0, 1, 2}},
	} {
		programs = append(programs, func(w *interleave.World) func() {
			e, got := withPairs(make([][]uint32, 3), pairs), [2][]uint32{}
			for node := range got {
				w.Go(fmt.Sprint("worker ", node), func() { got[node] = e.AppendSuccessors(nil, uint32(node)) })
			}
			return func() {
				if len(got[0])+len(got[1]) != len(pairs) {
					w.Failf("the values of %v are %v", pairs, got)
				}
				w.Outcomef("%v", got)
			}
		})
	}
	outcomes := exploreAll(t, "table and key at once", programs, interleave.Options{})
	require.Contains(t, outcomes, "[[2] []]")
	require.Contains(t, outcomes, "[[] [2]]")
}

// TestEphemeronMarks: whole marks of graphs with pairs. The marked nodes are those that the
// pairs keep.
func TestEphemeronMarks(t *testing.T) {
	scenes := []struct {
		edges [][]uint32
		pairs []Ephemeron
		kept  uint64
	}{
		{[][]uint32{{1, 2}, nil, nil, nil}, []Ephemeron{{1, 2, 3}}, 4},
		{[][]uint32{{1, 2}, nil, nil, nil, nil}, []Ephemeron{{1, 2, 3}, {2, 3, 4}}, 5},
		{[][]uint32{{1, 2}, nil, nil, nil}, []Ephemeron{{1, 2, 3}, {2, 1, 3}}, 4},
		{[][]uint32{{1}, nil, nil, nil}, []Ephemeron{{1, 2, 3}, {0, 3, 2}}, 2},
		{[][]uint32{{1}, {2}, nil, {1}}, []Ephemeron{{2, 2, 3}}, 4},
	}
	var programs []interleave.Program
	for _, s := range scenes {
		programs = append(programs, func(w *interleave.World) func() {
			m, err := mark.New(tiny)
			if err != nil {
				panic(err)
			}
			w.Name("", m, nil)
			stolen := false
			w.Go("caller", func() {
				defer m.Close()
				r, err := m.MarkGraph(context.Background(), withPairs(s.edges, s.pairs), []uint32{0})
				if err != nil || r.Count() != s.kept {
					w.Failf("%d of %d nodes: %v", r.Count(), s.kept, err)
				}
				sum := r.Stats.Sum()
				stolen = sum.Deque.Took > 0
			})
			return func() { w.Outcomef("stolen %v", stolen) }
		})
	}
	limit := 2
	if testing.Short() {
		limit = 1
	}
	require.Contains(t, exploreAll(t, "marks with pairs", programs, interleave.Options{Search: interleave.Bounded, Preemptions: limit}), "stolen true")
}
