//go:build interleave && !fullsize

package mark

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// spaced moves the nodes of a graph apart, so that each lies in a segment of its own. Node
// 0 stays node 0. The nodes between them have no successors, and nothing leads to them.
func spaced(edges [][]uint32) [][]uint32 {
	const apart = 64
	far := make([][]uint32, (len(edges)-1)*apart+1)
	for node, successors := range edges {
		for _, to := range successors {
			far[node*apart] = append(far[node*apart], to*apart)
		}
	}
	return far
}

// crosses says whether some edge from a reachable node leads to another owner's segment.
func crosses(edges [][]uint32, of segments) bool {
	for from, successors := range edges {
		for _, to := range successors {
			if of.owner(uint32(from)) != of.owner(to) {
				return true
			}
		}
	}
	return false
}

// ownedProgram marks a graph, by adjacency, with owners.
func ownedProgram(edges [][]uint32, options Options, forwarded *int) interleave.Program {
	offsets, targets := []uint64{0}, []uint32(nil)
	for _, e := range edges {
		targets = append(targets, e...)
		offsets = append(offsets, uint64(len(targets)))
	}
	g, err := NewAdjacency(offsets, targets)
	if err != nil {
		panic(err)
	}
	want := map[uint32]bool{0: true}
	for range edges {
		for from := range want {
			for _, to := range edges[from] {
				want[to] = true
			}
		}
	}
	return func(w *interleave.World) func() {
		m, err := New(options)
		if err != nil {
			panic(err)
		}
		var stats WorkerStats
		w.Go("caller", func() {
			r, err := m.MarkGraph(context.Background(), g, []uint32{0})
			if err != nil {
				w.Failf("%v", err)
			}
			for node := 0; node < len(edges); node += 64 {
				if r.Has(uint32(node)) != want[uint32(node)] {
					w.Failf("node %d: marked is %v", node, r.Has(uint32(node)))
				}
			}
			if r.Count() != uint64(len(want)) {
				w.Failf("%d nodes are marked, of %d", r.Count(), len(want))
			}
			stats = r.Stats.Sum()
			m.Close()
		})
		return func() {
			if stats.RefsForwarded > 0 {
				*forwarded++
			}
			w.Outcomef("forwarded %v, spilt %v, alone again %v, stolen %v", stats.RefsForwarded > 0, stats.RefsSpilt > 0, stats.ExclusiveSpells > 0, stats.Deque.Took > 0)
		}
	}
}

// exploreOwned marks every graph in every schedule within the bounds.
func exploreOwned(t *testing.T, name string, graphs [][][]uint32, options Options, o interleave.Options, happened ...string) {
	t.Helper()
	executions, longest, counts := 0, 0, map[string]int{}
	for _, small := range graphs {
		edges, forwarded := spaced(small), 0
		o.Steps = 3000
		rep := interleave.Explore(ownedProgram(edges, options, &forwarded), o)
		if rep.Failure != nil {
			t.Fatalf("%v, %+v: %v", small, options, rep.Failure)
		}
		require.True(t, rep.Complete || o.Executions > 0, "%v", small)
		if options.Tuning.Recruit == 0 && crosses(edges, segmentsOf((uint64(len(edges))+63)&^63, options.Workers)) {
			require.Positive(t, forwarded, "%v: a reachable edge crosses, and nothing was forwarded", small)
		}
		executions, longest = executions+rep.Executions, max(longest, rep.Longest)
		for outcome, n := range rep.Outcomes {
			counts[outcome] += n
		}
	}
	t.Logf("| owners, %s | %d | %s | %d | %d |", name, len(graphs), boundOf(o), executions, longest)
	t.Log(counts)
	for _, what := range happened {
		n := 0
		for outcome, times := range counts {
			if strings.Contains(outcome, what) {
				n += times
			}
		}
		require.Positive(t, n, what)
	}
}

// ownedTiny is a marker whose mark bits have owners, and that has no overflow pool.
func ownedTiny(workers, recruit int) Options {
	return Options{Workers: workers, Grain: 2, Capacity: 2, OverflowBlocks: NoPool,
		Tuning: Tuning{Victim: VictimRoundRobin, Marking: MarkingOwner, Recruit: recruit}}
}

// TestOwners: whole marks whose mark bits have owners, from the making of the marker to its
// end. If an edge that can be reached leads to another owner, something is forwarded, unless
// that owner has stolen the node with the edge.
func TestOwners(t *testing.T) {
	wide := [][][]uint32{star(4), {{1, 2, 3, 4}, {5}, {5}, {5}, {5}, {6}, {7, 8, 9}, nil, nil, nil}}
	explored := bound(1)
	if every {
		explored = bound(2)
	}
	exploreOwned(t, "every graph of up to 3 nodes", upTo3(1, false), ownedTiny(2, 0), bound(1), "forwarded true")
	exploreOwned(t, "wide graphs", wide, ownedTiny(2, 0), explored, "forwarded true", "spilt true")
	exploreOwned(t, "wide graphs, alone now and then", wide, ownedTiny(2, 2), explored, "forwarded true", "alone again true")
	if testing.Short() {
		return
	}
	yield := ownedTiny(2, 0)
	yield.Tuning.Idle = IdleYield
	exploreOwned(t, "every graph of up to 3 nodes, idle workers yield", upTo3(1, false), yield, bound(1), "forwarded true")
	exploreOwned(t, "every graph of up to 2 nodes, 3 workers", digraphs(2, 1, false), ownedTiny(3, 0), bound(1), "forwarded true")
	if !every {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes, 3 workers", upTo3(1, false), ownedTiny(3, 0), bound(1), "forwarded true")
	exploreOwned(t, "wide graphs, 3 workers", wide, ownedTiny(3, 0), bound(1), "forwarded true", "spilt true")
}

// A forwardScene has a sender and a receiver of a queue of 2 slots of 2 references. What
// does not fit is counted as spilt.
type forwardScene struct{ batches []int }

func (s forwardScene) run(w *interleave.World) func() {
	q := newForwardQueue(2, 2)
	w.Name("queue", q, nil)
	var over interleave.Bool
	var got, want []uint32
	spilt := 0
	w.Go("sender", func() {
		next := uint32(1)
		for _, n := range s.batches {
			slot := q.open()
			for i := range n {
				slot[i] = next + uint32(i)
			}
			if q.publish(n) {
				for i := range n {
					want = append(want, next+uint32(i))
				}
			} else {
				spilt++
			}
			next += uint32(n)
		}
		over.Store(true)
	})
	w.Go("receiver", func() {
		for last := false; ; {
			refs, ok := q.next()
			if ok {
				q.tail.Load() // it takes time to read a slot
				got = append(got, refs...)
				q.release()
				continue
			}
			if last {
				return
			}
			if last = over.Load(); !last {
				interleave.Gosched()
			}
		}
	})
	return func() {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			w.Failf("sent %v, and received %v", want, got)
		}
		w.Outcomef("spilt %d", spilt)
	}
}

// TestForwardQueue: a slot is read as it was published, in every schedule.
func TestForwardQueue(t *testing.T) {
	for _, s := range []forwardScene{{[]int{2}}, {[]int{1, 2}}, {[]int{2, 1, 2}}} {
		o := interleave.Options{}
		if len(s.batches) > 2 {
			o = bound(4)
		}
		rep := interleave.Explore(s.run, o)
		if rep.Failure != nil {
			t.Fatal(rep.Failure)
		}
		require.True(t, rep.Complete)
		t.Logf("| forward queue, slots of %v | 1 | %s | %d | %d |", s.batches, boundOf(o), rep.Executions, rep.Longest)
		require.True(t, len(s.batches) == 1 || len(rep.Outcomes) > 1, "%v", rep.Outcomes)
	}
}
