//go:build interleave && !fullsize

package mark

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
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
		w.Name("", m, nil)
		first, second := uint64(0), WorkerStats{}
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

// withPairs is a graph with pairs of which no node is reached yet.
func withPairs(edges [][]uint32, pairs []Ephemeron) *ephemerons {
	g := scene{nodes: len(edges), edges: edges}.graph()
	return newEphemerons(g, pairs, &Result{marks: heap.NewBitmap(uint64(len(edges)))})
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

// TestEphemeronMarks: whole marks of graphs with pairs. What is marked is what the pairs keep.
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
			m, err := New(tiny)
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
	require.Contains(t, exploreAll(t, "marks with pairs", programs, bound(limit)), "stolen true")
}
