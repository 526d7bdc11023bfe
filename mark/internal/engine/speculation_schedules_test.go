//go:build interleave && !fullsize

package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// chainScene is one mark of a heap of 4 objects, by workers who speculate from the beginning.
// Object 0 is the root. All objects are distinguished: the table has 4 words, so in a heap of
// 64 granules one granule in 16 is.
type chainScene struct {
	next  [4]int // what each object leads to; -1 for nothing
	order [4]int // which object lies at which address

	workers int
}

// distinguishedGranules are those in a heap of 64 granules: TestChainScenes has this checked.
var distinguishedGranules = [4]uint32{5, 10, 38, 43}

// heap builds the heap, and returns where each object is.
func (s chainScene) heap() (*heap.Heap, [4]heap.Ref) {
	var b heap.Builder
	var numbers [4]uint32
	at := uint32(1)
	for place, x := range s.order { // before each object lies one without references
		b.Add(uint64(distinguishedGranules[place]-at-1) * heap.GranuleBytes)
		at = distinguishedGranules[place] + 2
		numbers[x] = uint32(2*place + 1)
		b.Add(0, heap.NoObject)
	}
	var again heap.Builder // now the numbers are known
	at = 1
	for place, x := range s.order {
		again.Add(uint64(distinguishedGranules[place]-at-1) * heap.GranuleBytes)
		at = distinguishedGranules[place] + 2
		to := uint32(heap.NoObject)
		if s.next[x] >= 0 {
			to = numbers[s.next[x]]
		}
		again.Add(0, to)
	}
	again.Root(numbers[0])
	h, err := again.Build()
	if err != nil {
		panic(err)
	}
	var refs [4]heap.Ref
	for place, x := range s.order {
		refs[x] = heap.Ref(distinguishedGranules[place])
	}
	return h, refs
}

// chainOutcomes are all sets of what can come about. A harvest is by a speculator's entry if the
// marker's own cursors have begun no way.
var chainOutcomes = sets([]string{"speculated", "harvested", "by a speculator's entry"})

func (s chainScene) program() interleave.Program {
	h, refs := s.heap()
	live := [4]bool{}
	for x := 0; x >= 0 && !live[x]; x = s.next[x] {
		live[x] = true
	}
	return func(w *interleave.World) func() {
		m, err := New(Options{Workers: s.workers, Grain: 2, Capacity: 2, OverflowBlocks: tune.NoPool,
			Tuning: tune.Tuning{Victim: tune.VictimRoundRobin, Marking: tune.MarkingShared, Speculation: tune.SpeculationForce}})
		if err != nil {
			panic(err)
		}
		m.Name(w)
		happened := uint(0)
		w.Go("caller", func() {
			r, err := m.MarkHeap(context.Background(), h)
			if err != nil {
				w.Failf("%v", err)
			}
			n := uint64(0)
			for x, ref := range refs {
				if r.Marks.Has(ref) != live[x] {
					w.Failf("object %d: marked is %v", x, r.Marks.Has(ref))
				}
				if live[x] {
					n++
				}
			}
			if r.Count() != n {
				w.Failf("%d objects are marked, of %d", r.Count(), n)
			}
			harvested := r.Stats.Sum().Harvests > 0
			for i, did := range []bool{r.Stats.Sum().CursorsStarted > r.Stats.Workers[0].CursorsStarted, harvested, harvested && r.Stats.Workers[0].CursorsStarted == 0} {
				if did {
					happened |= 1 << i
				}
			}
			m.Close()
		})
		return func() { w.Outcome(chainOutcomes[happened]) }
	}
}

// orders are all orders of four.
func orders() (all [][4]int) {
	for i := range 256 {
		o, seen := [4]int{i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6 & 3}, 0
		for _, x := range o {
			seen |= 1 << x
		}
		if seen == 15 {
			all = append(all, o)
		}
	}
	return all
}

// exploreChains marks the heap with its objects at those orders of addresses, and adds up. In some
// execution of each of them each of happened must come about.
func exploreChains(t *testing.T, name string, orders [][4]int, next [4]int, workers int, o interleave.Options, happened ...string) {
	t.Helper()
	began, sum, counts := time.Now(), interleave.Report{}, map[string]int{}
	for _, order := range orders {
		o.Steps = 3000
		rep := interleave.Explore(chainScene{next, order, workers}.program(), o)
		tagged.Passes(t, rep, "mark, %s: %d workers, the objects lead to %v and lie in the order %v", name, workers, next, order)
		require.True(t, rep.Complete || o.Executions > 0)
		sum.Executions += rep.Executions
		sum.Longest = max(sum.Longest, rep.Longest)
		here := map[string]int{}
		for outcome, n := range rep.Outcomes {
			for _, what := range strings.Split(outcome, ", ") {
				counts[what] += n
				here[what] += n
			}
		}
		for _, what := range happened {
			require.Positive(t, here[what], "%v at %v: never %s", next, order, what)
		}
	}
	t.Logf("| speculation, %s | %d | %s | %d | %d |", name, len(orders), boundOf(o), sum.Executions, sum.Longest)
	t.Logf("%v, in which were %v", time.Since(began).Round(time.Millisecond), counts)
}

// TestSpeculation: whole marks of lists by a marker and one or two speculators, at all orders of addresses.
// The marked nodes are the reachable ones, also beside garbage that a cursor walks, and in
// some execution the marker harvests by what a speculator has written.
func TestSpeculation(t *testing.T) {
	list, cycle := [4]int{1, 2, 3, -1}, [4]int{1, 2, 1, 2}
	short, meets := [4]int{1, -1, 3, 2}, [4]int{1, 2, 0, 2}
	const harvest = "by a speculator's entry"
	exploreChains(t, "a list of 4", orders(), list, 2, bound(1), harvest)
	exploreChains(t, "a cycle of 2 behind the root, and garbage that leads into it", orders(), cycle, 2, bound(1), harvest)
	exploreChains(t, "a cycle of 3, and garbage that leads into it", orders(), meets, 2, bound(1), harvest)
	exploreChains(t, "a list of 2, and a cycle of 2 that is garbage", orders(), short, 2, bound(1), "speculated")
	exploreChains(t, "a list of 4, 3 workers", orders(), list, 3, bound(1), harvest)
	if every {
		exploreChains(t, "a list of 4", orders()[:1], list, 2, bound(2), harvest)
		exploreChains(t, "a cycle of 3, and garbage that leads into it", orders()[:1], meets, 2, bound(2), harvest)
	}
	if long {
		exploreChains(t, "a list of 4", orders(), list, 2, bound(2), harvest)
		exploreChains(t, "a cycle of 2 behind the root, and garbage that leads into it", orders(), cycle, 2, bound(2), harvest)
		exploreChains(t, "a cycle of 3, and garbage that leads into it", orders(), meets, 2, bound(2), harvest)
		exploreChains(t, "a list of 4, 3 workers", orders()[:1], list, 3, bound(2), harvest)
	}
}

// TestChainScenes: the objects lie where the scenes say, and all are distinguished.
func TestChainScenes(t *testing.T) {
	s := chainScene{[4]int{1, 2, 3, -1}, [4]int{2, 0, 3, 1}, 2}
	h, refs := s.heap()
	m, err := New(Options{Workers: 1, Grain: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}})
	require.NoError(t, err)
	defer m.Close()
	m.table.Fit(64, true)
	for x, ref := range refs {
		require.True(t, m.table.Distinguished(uint32(ref)), "%d", ref)
		for _, to := range h.Refs(ref) {
			if s.next[x] >= 0 {
				require.Equal(t, refs[s.next[x]], to)
			} else {
				require.Equal(t, heap.Nil, to)
			}
		}
	}
	require.Equal(t, refs[0], h.Roots()[0])
}

// TestClaimsOfANode: two cursors, and three, come upon one distinguished node. In every schedule one of them
// claims it. A speculator that loses the race for its word has to look which one has won: the next
// word is free, and a second entry there would be a second way from one node.
func TestClaimsOfANode(t *testing.T) {
	for cursors := 2; cursors <= 3; cursors++ {
		rep := interleave.Explore(func(w *interleave.World) func() {
			var table chain.Table
			table.Fit(2, true) // node 0 is never distinguished, and node 1 is
			w.Name("table", &table, nil)
			claims := make([]int, cursors)
			for i := range claims {
				calls := chain.NewCalls(i, nil)
				calls.Nodes = 2
				w.Go(fmt.Sprint("cursor ", i), func() {
					if at, _, ok := calls.Seek(&table, 0, 2); ok {
						claims[i] = int(at)
					}
				})
			}
			return func() {
				sum := 0
				for _, claimed := range claims {
					sum += claimed
				}
				if sum != 1 {
					w.Failf("node 1 is claimed %d times", sum)
				}
				w.Outcomef("%v", claims)
			}
		}, interleave.Options{})
		tagged.Passes(t, rep, "%d cursors claim node 1", cursors)
		require.True(t, rep.Complete)
		require.Len(t, rep.Outcomes, cursors, "each wins in some schedule")
	}
}
