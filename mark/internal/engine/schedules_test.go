//go:build interleave && !fullsize

package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// every asks for every schedule of the ordinary table, and long for those of the long one;
// see docs/testing.md.
var (
	long  = os.Getenv("HALFMARK_LONG") != ""
	every = long || os.Getenv("HALFMARK_SCHEDULES") != ""
)

// A scene is one mark of a small graph, by adjacency, from node 0, on a marker that
// is made for it, and the end of that marker.
type scene struct {
	nodes   int
	edges   [][]uint32 // successors by node
	arrays  bool       // as an Adjacency, whose nodes of several successors are sliced
	options Options
}

func (s scene) graph() Digraph {
	if !s.arrays {
		return Func{s.nodes, func(buf []uint32, node uint32) []uint32 { return append(buf, s.edges[node]...) }}
	}
	offsets, targets := []uint64{0}, []uint32(nil)
	for _, e := range s.edges {
		targets = append(targets, e...)
		offsets = append(offsets, uint64(len(targets)))
	}
	a, err := NewAdjacency(offsets, targets)
	if err != nil {
		panic(err)
	}
	return a
}

// reachable is the oracle, a bit for each node.
func (s scene) reachable() (set uint64) {
	set = 1
	for range s.nodes {
		for node, successors := range s.edges {
			for _, to := range successors {
				set |= set >> node & 1 << to
			}
		}
	}
	return set
}

// program marks; the oracle and the graph are made once for all executions.
func (s scene) program() interleave.Program {
	g, want := s.graph(), s.reachable()
	return func(w *interleave.World) func() {
		m, err := New(s.options)
		if err != nil {
			panic(err)
		}
		m.Name(w)
		var sum stats.Worker
		cameBack := false
		w.Go("caller", func() {
			r, err := m.MarkGraph(context.Background(), g, []uint32{0})
			if err != nil {
				w.Failf("%v", err)
			}
			for node := range s.nodes {
				if r.Has(uint32(node)) != (want>>node&1 == 1) {
					w.Failf("node %d: marked is %v", node, r.Has(uint32(node)))
				}
			}
			sum = r.Stats.Sum()
			cameBack = slices.ContainsFunc(r.Stats.Workers, func(s stats.Worker) bool { return s.Joins > 1 })
			m.Close()
		})
		return func() {
			happened := uint(0)
			for i, did := range []bool{sum.Wakes > 0, cameBack, sum.Deque.Took > 0,
				sum.BlocksOverflowed > 0, sum.PendingAdded > 0, sum.SlicesOpened > 0, sum.ExclusiveSpells > 0} {
				if did {
					happened |= 1 << i
				}
			}
			w.Outcome(outcomes[happened])
		}
	}
}

// outcomes are all sets of what can come about in a mark. A worker has come back if it has
// joined twice.
var outcomes = sets([]string{"woken", "came back", "stolen", "listed", "pended", "sliced", "alone again"})

// sets are all sets of events. Bit i of a set's number says whether it has event i.
func sets(events []string) (all []string) {
	for set := range uint(1) << len(events) {
		var names []string
		for i, name := range events {
			if set>>i&1 == 1 {
				names = append(names, name)
			}
		}
		all = append(all, strings.Join(names, ", "))
	}
	return all
}

// A matrix tells how many edges lead from each node to each: from*nodes+to.
type matrix struct {
	nodes int
	edges [16]uint8
}

// digraphs are all graphs of n nodes, 4 at most, with up to multiplicity edges from one
// node to another, all of whose nodes can be reached from node 0. Of those that differ
// only in the names of the other nodes it keeps one.
func digraphs(n, multiplicity int, loops bool) (all [][][]uint32) {
	m := matrix{nodes: n}
	for {
		if (loops || !m.loops()) && m.first() {
			if edges := m.successors(); (scene{nodes: n, edges: edges}).reachable() == 1<<n-1 {
				all = append(all, edges)
			}
		}
		i := 0
		for ; i < n*n && int(m.edges[i]) == multiplicity; i++ {
			m.edges[i] = 0
		}
		if i == n*n {
			return all
		}
		m.edges[i]++
	}
}

func (m *matrix) loops() bool {
	for node := range m.nodes {
		if m.edges[node*m.nodes+node] > 0 {
			return true
		}
	}
	return false
}

func (m *matrix) successors() [][]uint32 {
	edges := make([][]uint32, m.nodes)
	for i, n := range m.edges[:m.nodes*m.nodes] {
		for range n {
			edges[i/m.nodes] = append(edges[i/m.nodes], uint32(i%m.nodes))
		}
	}
	return edges
}

// first says whether a matrix is the smallest of those that it becomes by renaming
// nodes other than 0.
func (m *matrix) first() bool {
	n := m.nodes
	for _, name := range [][]int{{0, 2, 1, 3}, {0, 1, 3, 2}, {0, 3, 2, 1}, {0, 2, 3, 1}, {0, 3, 1, 2}} {
		if slices.Max(name[:n]) >= n {
			continue // no renaming of so few
		}
		var other [16]uint8
		for from := range n {
			for to := range n {
				other[name[from]*n+name[to]] = m.edges[from*n+to]
			}
		}
		if slices.Compare(other[:n*n], m.edges[:n*n]) < 0 {
			return false
		}
	}
	return true
}

// upTo3 are the digraphs of 1, 2 and 3 nodes.
func upTo3(multiplicity int, loops bool) (all [][][]uint32) {
	for n := 1; n <= 3; n++ {
		all = append(all, digraphs(n, multiplicity, loops)...)
	}
	return all
}

// tiny is a marker whose deques hold 2 refs, and that has no overflow pool.
var tiny = Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Victim: tune.VictimRoundRobin}}

// with is tiny, changed.
func with(change func(o *Options)) Options {
	o := tiny
	change(&o)
	return o
}

// inWords writes a graph: the successors of each node that has some.
func inWords(edges [][]uint32) string {
	var rows []string
	for from, to := range edges {
		if len(to) > 0 {
			rows = append(rows, fmt.Sprintf("%d leads to %s", from, strings.Trim(fmt.Sprint(to), "[]")))
		}
	}
	return fmt.Sprintf("a graph of %d nodes, %s", len(edges), strings.Join(rows, ", "))
}

// explore marks every graph in every schedule within the bounds, and adds up. It
// requires that each of happened came about in some execution.
func explore(t *testing.T, name string, graphs [][][]uint32, arrays bool, options Options, o interleave.Options, happened ...string) {
	t.Helper()
	began, sum := time.Now(), interleave.Report{}
	counts := map[string]int{}
	for _, edges := range graphs {
		s := scene{len(edges), edges, arrays, options}
		o.Steps = 3000
		rep := interleave.Explore(s.program(), o)
		tagged.Passes(t, rep, "mark, %s: %s, arrays: %v", name, inWords(edges), arrays)
		require.True(t, rep.Complete || o.Executions > 0, "%v", edges)
		sum.Executions += rep.Executions
		sum.Redundant += rep.Redundant
		sum.Longest = max(sum.Longest, rep.Longest)
		for outcome, n := range rep.Outcomes {
			for _, what := range strings.Split(outcome, ", ") {
				counts[what] += n
			}
		}
	}
	t.Logf("| mark, %s | %d | %s | %d | %d |", name, len(graphs), boundOf(o), sum.Executions, sum.Longest)
	t.Logf("%v, in which were %v", time.Since(began).Round(time.Millisecond), counts)
	for _, what := range happened {
		require.Positive(t, counts[what], what)
	}
}

func bound(preemptions int) interleave.Options {
	return interleave.Options{Search: interleave.Bounded, Preemptions: preemptions}
}

func boundOf(o interleave.Options) string {
	if o.Search == interleave.Bounded {
		return fmt.Sprintf("preemptions up to %d", o.Preemptions)
	}
	return o.Search.String()
}

// TestEverySmallGraph: whole marks by two workers, from the making of the marker to
// its end. The marked nodes are the reachable ones, the conservation laws hold, and no
// worker sleeps for ever.
//
// Two preemptions of the graphs with loops take most of the time, so the mutants meet
// two preemptions of the graphs without loops, and .ci/run has those of all graphs. A loop adds
// one read to a mark: the worker that scans a node finds this node marked. An ordinary go test
// gives -short (TestExplored).
func TestEverySmallGraph(t *testing.T) {
	explore(t, "every graph of up to 3 nodes", upTo3(1, true), false, tiny, bound(1), "woken", "came back", "stolen")
	explore(t, "every graph of up to 3 nodes, sliced", upTo3(1, true), true, tiny, bound(1), "woken", "came back", "sliced")
	if testing.Short() {
		return
	}
	upTo2 := func(loops bool) [][][]uint32 { return append(digraphs(1, 2, loops), digraphs(2, 2, loops)...) }
	three := with(func(o *Options) { o.Workers = 3 })
	if every {
		explore(t, "every graph of up to 3 nodes", upTo3(1, true), false, tiny, bound(2), "woken", "came back", "stolen")
		explore(t, "every graph of up to 2 nodes, up to 2 edges from one to another", upTo2(true), false, tiny, bound(2), "stolen")
	} else {
		explore(t, "every graph of up to 3 nodes without loops", upTo3(1, false), false, tiny, bound(2), "woken", "came back", "stolen")
		explore(t, "every graph of up to 2 nodes, up to 2 edges from one to another", upTo2(true), false, tiny, bound(1), "came back")
		explore(t, "every graph of up to 2 nodes without loops, up to 2 edges from one to another", upTo2(false), false, tiny, bound(2), "stolen")
	}
	explore(t, "every graph of up to 2 nodes, up to 2 edges from one to another, sliced", upTo2(true), true, tiny, bound(1), "sliced")
	explore(t, "every graph of up to 3 nodes, 3 workers", upTo3(1, true), false, three, bound(1), "stolen")
	if !long {
		return
	}
	explore(t, "every graph of up to 3 nodes, up to 2 edges from one to another", upTo3(2, true), false, tiny, bound(1), "stolen")
	explore(t, "every graph of up to 3 nodes, up to 2 edges from one to another, sliced", upTo3(2, true), true, tiny, bound(1), "sliced")
	explore(t, "every graph of up to 3 nodes, up to 2 edges from one to another", upTo3(2, true), false, tiny, bound(2), "stolen")
	explore(t, "every graph of up to 3 nodes, sliced", upTo3(1, true), true, tiny, bound(2), "sliced")
	explore(t, "every graph of up to 2 nodes", append(digraphs(1, 1, true), digraphs(2, 1, true)...), false, tiny, bound(3), "stolen")
	explore(t, "every graph of up to 3 nodes without loops", upTo3(1, false), false, tiny, bound(3), "stolen")
	explore(t, "every graph of 4 nodes", digraphs(4, 1, true), false, tiny, bound(1), "stolen", "pended")
	explore(t, "every graph of 4 nodes without loops", digraphs(4, 1, false), false, tiny, bound(2), "stolen", "pended")
	explore(t, "every graph of up to 3 nodes, 3 workers", upTo3(1, true), false, three, bound(2), "stolen")
}

// TestExclusive: marks that begin with the exclusive bit, clear it when there is enough
// for two, and take it again when there is not. Grain 1 has no such bit.
func TestExclusive(t *testing.T) {
	two := with(func(o *Options) { o.Grain = 2 })
	yield := with(func(o *Options) { o.Grain, o.Tuning.Idle = 2, tune.IdleYield })
	three := with(func(o *Options) { o.Grain, o.Workers = 2, 3 })
	limit := 1
	if !testing.Short() {
		limit = 2
		explore(t, "every graph of up to 3 nodes, grain 2", upTo3(1, true), false, two, bound(1))
		explore(t, "wide graphs, grain 2, 3 workers", wideGraphs, false, three, bound(1), "woken", "alone again")
	}
	explore(t, "wide graphs, grain 2", wideGraphs, false, two, bound(limit), "woken", "alone again", "stolen")
	explore(t, "wide graphs, grain 2, idle workers yield", wideGraphs, false, yield, bound(1), "alone again", "stolen")
}

// TestRandomGraphs: four workers on graphs of 8 nodes, scheduled at random.
func TestRandomGraphs(t *testing.T) {
	const seed = 1
	graphs, executions := 20, 50
	if long {
		graphs, executions = 200, 10_000
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var all [][][]uint32
	for range graphs {
		edges := make([][]uint32, 8)
		for range 12 {
			from := random.IntN(8)
			edges[from] = append(edges[from], random.Uint32N(8))
		}
		edges[0] = append(edges[0], 1+random.Uint32N(7), 1+random.Uint32N(7))
		all = append(all, edges)
	}
	four := with(func(o *Options) { o.Workers = 4 })
	explore(t, "random graphs of 8 nodes and 14 edges, 4 workers", all, false, four,
		interleave.Options{Search: interleave.Random, Executions: executions, Changes: 6, Seed: seed}, "came back", "stolen", "pended")
}

// star is a root with that many leaves, the last of which has two more.
func star(leaves int) [][]uint32 {
	edges := make([][]uint32, leaves+3)
	for i := range leaves {
		edges[0] = append(edges[0], uint32(i+1))
	}
	edges[leaves] = []uint32{uint32(leaves + 1), uint32(leaves + 2)}
	return edges
}

// TestDigraphs counts the graphs. Of the 64 of 3 nodes without loops or parallel edges
// 32 can be reached from node 0, and 18 of these differ in more than names: (32+4)/2, as
// 4 are their own mirror images. Loops make it (256+16)/2. With up to two edges from one
// node to another they are (540+18)/2 and, with loops, (27*540+9*18)/2.
func TestDigraphs(t *testing.T) {
	for n, want := range [][4]int{1: {1, 2, 1, 3}, 2: {2, 8, 6, 54}, 3: {18, 136, 279, 7371}} {
		if n > 0 {
			require.Len(t, digraphs(n, 1, false), want[0], "%d nodes", n)
			require.Len(t, digraphs(n, 1, true), want[1], "%d nodes", n)
			require.Len(t, digraphs(n, 2, false), want[2], "%d nodes", n)
			require.Len(t, digraphs(n, 2, true), want[3], "%d nodes", n)
		}
	}
}

// TestOverflow: what does not fit in a deque of 2 goes to the overflow list, or to the
// pending set, while others look for the end of the mark.
func TestOverflow(t *testing.T) {
	one := with(func(o *Options) { o.OverflowBlocks = 1 })
	graphs := [][][]uint32{star(3), star(4)}
	limit := 2
	if testing.Short() {
		limit = 1
	}
	explore(t, "a star, no pool", graphs[:1], false, tiny, bound(limit), "pended", "stolen")
	explore(t, "a star, pool of 1", graphs[:1], false, one, bound(limit), "listed", "stolen")
	if long {
		explore(t, "stars, no pool", graphs, false, tiny, bound(2), "pended", "stolen")
		explore(t, "stars, pool of 1", graphs, false, one, bound(2), "listed", "stolen")
		explore(t, "a star, no pool", graphs[:1], false, tiny, bound(3), "pended", "stolen")
	}
}

// TestEveryKind: every kind of deque in the marker.
func TestEveryKind(t *testing.T) {
	for _, k := range stealq.Kinds() {
		o := with(func(o *Options) { o.Deque = k })
		if k.Shared {
			o.Tuning.Victim = tune.VictimRandom
		}
		limit := 1
		if long {
			limit = 2
		}
		explore(t, "two graphs, "+k.Name, [][][]uint32{{{1, 2}, {0}, {2}}, star(3)}, false, o, bound(limit), "woken", "pended")
	}
}
