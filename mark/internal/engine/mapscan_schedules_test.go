//go:build interleave && !fullsize

package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// sweptOutcomes are all sets of what can come about in a mark of a mapped heap. Nothing else goes into
// the pending bitmap here: all deques have room.
var sweptOutcomes = sets([]string{"put off", "swept by worker 1", "woken", "came back", "stolen", "alone again"})

// sweptProgram marks a mapped heap by two workers. The file is opened once for all executions, because a mark
// does not write to it.
func sweptProgram(h *heap.Heap, coldAfter int, options Options) interleave.Program {
	want, err := heap.Reachable(h)
	if err != nil {
		panic(err)
	}
	return func(w *interleave.World) func() {
		m, err := New(options)
		if err != nil {
			panic(err)
		}
		m.Name(w)
		happened := uint(0)
		w.Go("caller", func() {
			r, err := m.MarkHeap(record.ColdAfter(context.Background(), coldAfter), h)
			if err != nil {
				w.Failf("%v", err)
			}
			if err := r.Marks.Compare(want); err != nil {
				w.Failf("%v", err)
			}
			all, other := r.Stats.Sum(), r.Stats.Workers[1]
			for i, did := range []bool{all.PendingAdded > 0, other.RefsRecovered > 0, all.Wakes > 0, all.Joins > 2, all.Deque.Took > 0, all.ExclusiveSpells > 0} {
				if did {
					happened |= 1 << i
				}
			}
			m.Close()
		})
		return func() { w.Outcome(sweptOutcomes[happened]) }
	}
}

// farApart is a mapped heap with the edges of a graph whose root is node 0. Its objects lie in different chunks
// of the pending bitmap, so each is far from all others. Nodes of near lie beside the node before them.
func farApart(t *testing.T, edges [][]uint32, near ...int) *heap.Heap {
	t.Helper()
	var b heap.Builder
	for node, to := range edges {
		payload := uint64(heap.GranuleBytes) << 7
		for _, n := range near {
			if n == node+1 {
				payload = 0
			}
		}
		b.Add(payload, to...)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	m, _ := mappedHeap(t, h)
	return m
}

// exploreSwept marks the heap in every schedule within the bounds. Each worker finds pages on the disk after so many batches. Each of happened must come about in some
// execution.
func exploreSwept(t *testing.T, name string, h *heap.Heap, coldAfter int, options Options, o interleave.Options, happened ...string) {
	t.Helper()
	began, counts := time.Now(), map[string]int{}
	o.Steps = 3000
	rep := interleave.Explore(sweptProgram(h, coldAfter, options), o)
	tagged.Passes(t, rep, "mark of a mapped heap, %s", name)
	require.True(t, rep.Complete)
	for outcome, n := range rep.Outcomes {
		for _, what := range strings.Split(outcome, ", ") {
			counts[what] += n
		}
	}
	t.Logf("| mapped heap, %s | 1 | %s | %d | %d |", name, boundOf(o), rep.Executions, rep.Longest)
	t.Logf("%v, in which were %v", time.Since(began).Round(time.Millisecond), counts)
	for _, what := range happened {
		require.Positive(t, counts[what], "%s: never %s", name, what)
	}
}

// TestMappedSchedules: whole marks of mapped heaps by two workers who put off what is far, and take
// it in order. The marked nodes are the reachable ones, what is put off is taken once, and no
// worker sleeps for ever.
func TestMappedSchedules(t *testing.T) {
	roomy := with(func(o *Options) { o.Capacity = 8 })
	pairs := with(func(o *Options) { o.Grain, o.Capacity, o.Tuning.Recruit = 2, 8, 1 })
	list, diamond := [][]uint32{{1}, {2}, {}}, [][]uint32{{1, 2}, {3}, {3}, {0}}
	limit := 2
	if long {
		limit = 3
	}
	diamonds := bound(limit)
	if testing.Short() {
		diamonds = bound(1)
	}
	exploreSwept(t, "a list of 3", farApart(t, list), 0, roomy, bound(limit), "put off", "swept by worker 1", "came back")
	exploreSwept(t, "a diamond", farApart(t, diamond), 0, roomy, diamonds, "put off", "swept by worker 1", "woken")
	exploreSwept(t, "a diamond, two of it near each other", farApart(t, diamond, 2), 0, roomy, diamonds, "put off", "stolen")
	exploreSwept(t, "a diamond, grain 2", farApart(t, diamond), 0, pairs, diamonds, "put off", "woken", "alone again")
	owners := with(func(o *Options) { o.Grain, o.Capacity, o.Tuning.Recruit, o.Tuning.Marking = 2, 8, 1, tune.MarkingOwner })
	exploreSwept(t, "a diamond, owners, in memory at first", farApart(t, diamond), 1, owners, bound(min(2, diamonds.Preemptions)), "put off")
}
