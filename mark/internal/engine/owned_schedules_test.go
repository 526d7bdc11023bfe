//go:build interleave && !fullsize

package engine

import (
	"context"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// A spacing says which of several owners owns a node, of so many.
type spacing func(node, nodes, owners int) uint32

// inTurn gives each owner a node in turn, so that each has some, if there are enough.
func inTurn(node, _, owners int) uint32 { return uint32(node % owners) }

// lopsided gives all nodes to owner 0 but the last one. The others have nothing to do but to
// steal.
func lopsided(node, nodes, owners int) uint32 {
	if node > 0 && node == nodes-1 {
		return uint32(owners - 1)
	}
	return 0
}

// spaced moves the nodes of a graph apart, so that each lies in its own segment. Node 0
// stays node 0. The nodes between them have no successors, and nothing leads to them. It
// also returns where each node lies now.
func spaced(edges [][]uint32, owners int, by spacing) (far [][]uint32, at []uint32) {
	const apart = 1 << policy.MinSegmentShift
	of := forward.SegmentsOf(0, owners) // the smallest
	for next := uint32(0); len(at) < len(edges); next += apart {
		if of.Owner(next) == by(len(at), len(edges), owners) {
			at = append(at, next)
		}
	}
	far = make([][]uint32, at[len(at)-1]+1)
	for node, successors := range edges {
		for _, to := range successors {
			far[at[node]] = append(far[at[node]], at[to])
		}
	}
	return far, at
}

// crosses says whether some edge leads to another owner's segment. All nodes with edges can
// be reached.
func crosses(edges [][]uint32, of forward.Segments) bool {
	for from, successors := range edges {
		for _, to := range successors {
			if of.Owner(uint32(from)) != of.Owner(to) {
				return true
			}
		}
	}
	return false
}

// An ownedScene is one mark of a small graph, by adjacency, from node 0, with owners. Its
// nodes are spaced.
type ownedScene struct {
	edges   [][]uint32
	by      spacing
	options Options
}

// program marks, and demands that something is forwarded whenever it has to be: if an edge
// crosses, no worker ever held the exclusive bit, and no grey object and no chunk moved
// from one worker to another. Then the owner of an object scans it, and finds the edge
// that crosses.
func (s ownedScene) program() interleave.Program {
	edges, at := spaced(s.edges, s.options.Workers, s.by)
	offsets, targets := []uint64{0}, []uint32(nil)
	for _, e := range edges {
		targets = append(targets, e...)
		offsets = append(offsets, uint64(len(targets)))
	}
	g, err := NewAdjacency(offsets, targets)
	if err != nil {
		panic(err)
	}
	want := (scene{nodes: len(s.edges), edges: s.edges}).reachable()
	crossing := crosses(edges, forward.SegmentsOf(uint64(len(edges)+63)&^63, s.options.Workers))
	return func(w *interleave.World) func() {
		m, err := New(s.options)
		if err != nil {
			panic(err)
		}
		m.Name(w)
		var sum stats.Worker
		narrow := false
		w.Go("caller", func() {
			r, err := m.MarkGraph(context.Background(), g, []uint32{0})
			if err != nil {
				w.Failf("%v", err)
			}
			for node, far := range at {
				if r.Has(far) != (want>>node&1 == 1) {
					w.Failf("node %d: marked is %v", node, r.Has(far))
				}
			}
			if r.Count() != uint64(bits.OnesCount64(want)) {
				w.Failf("%d nodes are marked, of %d", r.Count(), bits.OnesCount64(want))
			}
			sum, narrow = r.Stats.Sum(), r.Stats.Plan.Narrow
			if narrow && sum.RefsForwarded > 0 {
				w.Failf("%d references were forwarded, although all workers share the bits", sum.RefsForwarded)
			}
			chunks := uint64(0)
			for id := range m.workers {
				chunks += m.ranges.Counters(id).ItemsStolen
			}
			moved := sum.Deque.ItemsStolen + sum.BlocksRecovered + sum.RefsRecovered + chunks
			if crossing && s.options.Tuning.Recruit == 0 && moved == 0 && sum.RefsForwarded == 0 {
				w.Failf("an edge crosses, nothing has moved, and nothing was forwarded")
			}
			m.Close()
		})
		return func() {
			happened := uint(0)
			for i, did := range []bool{sum.RefsForwarded > 0, sum.SpillTaken > 0, sum.ExclusiveSpells > 0,
				sum.Deque.Took > 0, sum.BlocksOverflowed > 0, sum.PendingAdded > 0, sum.Wakes > 0, narrow} {
				if did {
					happened |= 1 << i
				}
			}
			w.Outcome(ownedOutcomes[happened])
		}
	}
}

// ownedOutcomes are all sets of what can come about in a mark with owners.
var ownedOutcomes = sets([]string{"forwarded", "swept", "alone again", "stolen", "listed", "pended", "woken", "shared"})

// exploreOwned marks every graph in every schedule within the bounds, and adds up. It
// requires that each of happened came about in some execution. And something was forwarded
// in some execution of each graph with an edge that crosses, if its owners never stop.
func exploreOwned(t *testing.T, name string, graphs [][][]uint32, by spacing, options Options, o interleave.Options, happened ...string) {
	t.Helper()
	began, sum := time.Now(), interleave.Report{}
	counts := map[string]int{}
	for _, edges := range graphs {
		o.Steps = 3000
		rep := interleave.Explore(ownedScene{edges, by, options}.program(), o)
		tagged.Passes(t, rep, "mark with owners, %s: %s", name, inWords(edges))
		require.True(t, rep.Complete || o.Executions > 0, "%v", edges)
		sum.Executions += rep.Executions
		sum.Longest = max(sum.Longest, rep.Longest)
		forwarded := 0
		for outcome, n := range rep.Outcomes {
			for _, what := range strings.Split(outcome, ", ") {
				counts[what] += n
				if what == "forwarded" {
					forwarded += n
				}
			}
		}
		far, _ := spaced(edges, options.Workers, by)
		if options.Tuning.Recruit == 0 && crosses(far, forward.SegmentsOf(0, options.Workers)) {
			require.Positive(t, forwarded, "%v: an edge crosses, and nothing was ever forwarded", edges)
		}
	}
	t.Logf("| owners, %s | %d | %s | %d | %d |", name, len(graphs), boundOf(o), sum.Executions, sum.Longest)
	t.Logf("%v, in which were %v", time.Since(began).Round(time.Millisecond), counts)
	for _, what := range happened {
		require.Positive(t, counts[what], what)
	}
}

// ownedTiny is a marker whose mark bits have owners, and that has no overflow pool. It keeps
// the exclusive bit until recruit objects are marked, and takes it for as few. With 0 it
// never has it.
func ownedTiny(workers, recruit int) Options {
	return Options{Workers: workers, Grain: 2, Capacity: 2, OverflowBlocks: tune.NoPool,
		Tuning: tune.Tuning{Victim: tune.VictimRoundRobin, Marking: tune.MarkingOwner, Recruit: recruit}}
}

// ownedWith is ownedTiny of two workers, changed.
func ownedWith(change func(o *Options)) Options {
	o := ownedTiny(2, 0)
	change(&o)
	return o
}

// wideGraphs have so many grey objects at once that slots and queues fill.
var wideGraphs = [][][]uint32{star(4), {{1, 2, 3, 4}, {5}, {5}, {5}, {5}, {6}, {7, 8, 9}, nil, nil, nil}}

// narrowGraphs have two grey nodes when the first worker lets another come, and then nodes to which both lead.
var narrowGraphs = [][][]uint32{{{1}, {2}, {3, 4}, {5, 6}, {6, 5}, {7}, {7}, nil}, {{1}, {2}, {3, 4}, {5}, {5}, {3}}}

// givesWay has the bits owned at first. Two workers share them if few nodes are grey when the second one may come.
var givesWay = ownedWith(func(o *Options) { o.Tuning.Marking, o.Tuning.Recruit = tune.MarkingAuto, 1 })

// heavyGraph has two nodes that are sliced for all workers, and a third one that is sliced
// by one worker alone. This worker has much to give away.
var heavyGraph = [][][]uint32{append([][]uint32{{1, 2, 3}, {4, 5}, {6, 7}, {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}}, make([][]uint32, 15)...)}

// TestOwners: whole marks whose mark bits have owners, from the making of the marker to its
// end, by two workers. They never hold the exclusive bit.
//
// The bounds are as in TestEverySmallGraph. Nodes of several successors are sliced here.
func TestOwners(t *testing.T) {
	two := ownedTiny(2, 0)
	one := ownedWith(func(o *Options) { o.OverflowBlocks = 1 })
	yield := ownedWith(func(o *Options) { o.Tuning.Idle = tune.IdleYield })
	limit := 1
	if every {
		limit = 2
	}
	exploreOwned(t, "every graph of up to 3 nodes without loops", upTo3(1, false), inTurn, two, bound(limit), "forwarded", "woken")
	exploreOwned(t, "wide graphs", wideGraphs, inTurn, two, bound(limit), "forwarded", "swept", "stolen")
	exploreOwned(t, "one owner has nearly all, no pool", heavyGraph, lopsided, two, bound(1), "forwarded", "pended")
	exploreOwned(t, "one owner has nearly all, pool of 1", heavyGraph, lopsided, one, bound(1), "forwarded", "listed")
	if testing.Short() {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes", upTo3(1, true), inTurn, two, bound(1), "forwarded", "woken")
	exploreOwned(t, "every graph of up to 3 nodes without loops, idle workers yield", upTo3(1, false), inTurn, yield, bound(1), "forwarded")
	exploreOwned(t, "a diamond and parallel edges", [][][]uint32{{{1, 2}, {3}, {3}, nil}, {{1, 1}, {0, 0}}, {{1, 1}, nil}}, inTurn, two, bound(limit), "forwarded")
	if !long {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes", upTo3(1, true), inTurn, two, bound(2), "forwarded")
	exploreOwned(t, "every graph of up to 3 nodes without loops, idle workers yield", upTo3(1, false), inTurn, yield, bound(2), "forwarded")
	exploreOwned(t, "every graph of up to 2 nodes", append(digraphs(1, 1, true), digraphs(2, 1, true)...), inTurn, two, bound(3), "forwarded")
	exploreOwned(t, "every graph of up to 3 nodes, up to 2 edges from one to another", upTo3(2, true), inTurn, two, bound(1), "forwarded")
	exploreOwned(t, "every graph of 4 nodes", digraphs(4, 1, true), inTurn, two, bound(1), "forwarded", "swept")
	exploreOwned(t, "one owner has nearly all, no pool", heavyGraph, lopsided, two, bound(2), "forwarded", "pended")
}

// TestThreeOwners: the same by three workers, each of which owns a node if there are three.
func TestThreeOwners(t *testing.T) {
	three := ownedTiny(3, 0)
	exploreOwned(t, "every graph of up to 2 nodes without loops, 3 workers", digraphs(2, 1, false), inTurn, three, bound(1), "forwarded")
	if testing.Short() {
		return
	}
	exploreOwned(t, "a list of 3 nodes, 3 workers", [][][]uint32{{{1}, {2}, nil}}, inTurn, three, bound(1), "forwarded", "woken")
	if !every {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes without loops, 3 workers", upTo3(1, false), inTurn, three, bound(1), "forwarded", "woken")
	exploreOwned(t, "one owner has nearly all, 3 workers", heavyGraph, lopsided, three, bound(0), "forwarded")
	if !long {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes, 3 workers", upTo3(1, true), inTurn, three, bound(1), "forwarded")
	exploreOwned(t, "wide graphs, 3 workers", wideGraphs, inTurn, three, bound(1), "forwarded", "swept")
	exploreOwned(t, "every graph of up to 2 nodes without loops, 3 workers", digraphs(2, 1, false), inTurn, three, bound(2), "forwarded")
}

// TestOwnersExclude: marks with owners that begin with the exclusive bit, clear it as soon as
// there is a little for two, and take it again when there is less. Only workers without the
// bit forward anything.
func TestOwnersExclude(t *testing.T) {
	limit := 1
	if every {
		limit = 2
	}
	exploreOwned(t, "wide graphs, exclusive up to 1", wideGraphs, inTurn, ownedTiny(2, 1), bound(limit), "forwarded", "alone again")
	exploreOwned(t, "wide graphs, exclusive up to 2", wideGraphs, inTurn, ownedTiny(2, 2), bound(1), "forwarded", "alone again")
	yield := ownedWith(func(o *Options) { o.Tuning.Idle, o.Tuning.Recruit = tune.IdleYield, 1 })
	exploreOwned(t, "wide graphs, exclusive up to 1, idle workers yield", wideGraphs, inTurn, yield, bound(1), "forwarded", "alone again")
	exploreOwned(t, "a list, and then few nodes: owners give way", narrowGraphs, inTurn, givesWay, bound(limit), "shared", "woken", "alone again")
	if testing.Short() {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes without loops, exclusive up to 1", upTo3(1, false), inTurn, ownedTiny(2, 1), bound(1), "alone again")
	if !every {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes, exclusive up to 1", upTo3(1, true), inTurn, ownedTiny(2, 1), bound(1), "alone again")
	exploreOwned(t, "a list, and then few nodes: owners give way, 3 workers", narrowGraphs, inTurn, ownedWith(func(o *Options) { *o = givesWay; o.Workers = 3 }), bound(1), "shared", "woken", "alone again")
	exploreOwned(t, "wide graphs, exclusive up to 1, 3 workers", wideGraphs, inTurn, ownedTiny(3, 1), bound(1), "forwarded", "alone again")
	if !long {
		return
	}
	exploreOwned(t, "every graph of up to 3 nodes, exclusive up to 1", upTo3(1, true), inTurn, ownedTiny(2, 1), bound(2), "forwarded", "alone again")
	exploreOwned(t, "wide graphs, exclusive up to 1", wideGraphs, inTurn, ownedTiny(2, 1), bound(3), "forwarded", "alone again")
}
