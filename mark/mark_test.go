package mark_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Every rooted digraph of up to 3 nodes, by every configuration that sends work
// a different way. With several workers a configuration has every third graph, and a graph every third
// configuration. With -short there are one in five of these configurations.
func TestAllSmallGraphs(t *testing.T) {
	var heaps []*heap.Heap
	var want []*heap.Reached
	for n := 1; n <= 3; n++ {
		for edges := range 1 << (n * n) {
			heaps = append(heaps, matrixHeap(t, n, edges))
			want = append(want, reached(t, heaps[len(heaps)-1]))
		}
	}
	for i, o := range configurations() {
		if testing.Short() && o.Workers > 1 && i%5 != 0 {
			continue
		}
		t.Run(describe(o), func(t *testing.T) {
			m := newMarker(t, o)
			for k, h := range heaps {
				if o.Workers == 1 || (i+k)%3 == 0 {
					requireReached(t, m, h, want[k])
				}
			}
		})
	}
}

// matrixHeap builds the graph whose adjacency matrix is the bits of edges, with
// node 0 as the root.
func matrixHeap(t testing.TB, n, edges int) *heap.Heap { return heapWithRoots(t, n, edges, 1) }

// heapWithRoots is matrixHeap with the nodes as roots whose bits are set.
func heapWithRoots(t testing.TB, n, edges, roots int) *heap.Heap {
	var b heap.Builder
	for i := range n {
		var refs []uint32
		for j := range n {
			if edges>>(i*n+j)&1 == 1 {
				refs = append(refs, uint32(j))
			}
		}
		b.Add(0, refs...)
	}
	for _, root := range bitsOf(roots) {
		b.Root(root)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func describe(o mark.Options) string {
	t := o.Tuning
	return fmt.Sprintf("deque=%v/workers=%d/grain=%d/capacity=%d/overflow=%d/idle=%v/victim=%v/steal=%v/amount=%v",
		o.Deque, o.Workers, o.Grain, o.Capacity, o.OverflowBlocks, t.Idle, t.Victim, t.Steal, t.Amount)
}

// configurations are the extremes of each option, and the defaults. The product is
// taken for the two queues that differ most; TestPairsOfPolicies has the others.
func configurations() []mark.Options {
	var all []mark.Options
	for _, queue := range []*stealq.Kind{stealq.StealHalf, stealq.Locked} {
		for _, workers := range []int{1, 2, 5} {
			for _, deque := range []int{2, 4, 8} {
				for _, pool := range []int{tune.NoPool, 1, 100} {
					for _, grain := range []int{1, 3} {
						// With larger grains the default policy would leave all of a
						// small heap to worker 0.
						idle := []tune.IdlePolicy{tune.IdlePark, tune.IdleYield}[grain/2]
						all = append(all, mark.Options{Deque: queue, Workers: workers, Grain: grain, Capacity: deque, OverflowBlocks: pool, Tuning: tune.Tuning{Idle: idle}})
					}
				}
			}
		}
	}
	for _, kind := range stealq.Kinds() {
		for i := range 4 {
			o := mark.Options{
				Deque:          kind,
				Workers:        3,
				Grain:          1,
				Capacity:       4,
				OverflowBlocks: 2,
				Tuning:         tune.Tuning{Idle: tune.IdlePolicy(i), Victim: tune.VictimPolicy(i), Steal: tune.StealPolicy(i % 3), Amount: kind.Amounts[i%len(kind.Amounts)], Seed: uint64(i)},
			}
			if kind.Shared { // there is nobody to rob
				o.Tuning.Victim, o.Tuning.Steal = 0, 0
			}
			all = append(all, o)
		}
	}
	return append(all, mark.Options{})
}

// Random heaps of growing size, the same marker for all of them.
func TestRandomHeaps(t *testing.T) {
	for _, o := range configurations() {
		t.Run(describe(o), func(t *testing.T) {
			m := newMarker(t, o)
			for n := 1; n <= 3000; n = n*3 + 1 {
				seed := uint64(n)
				requireOracle(t, m, randomHeap(t, n, 6, 1+n/50, seed))
			}
		})
	}
}

// A huge object is opened for all workers, and with more huge objects than
// cursors some are scanned alone.
func TestHugeObjects(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 4, Tuning: tune.Tuning{Idle: tune.IdleYield}})
	r := requireOracle(t, m, wideHeap(t, 100_000))
	s := r.Stats.Sum()
	require.Equal(t, uint64(1), s.SlicesOpened)
	require.GreaterOrEqual(t, s.ChunksTaken, uint64(100_000/512))

	var b heap.Builder
	const hubs, leaves = 200, 600
	refs := make([]uint32, leaves)
	for i := range refs {
		refs[i] = uint32(hubs + 1 + i)
	}
	hubRefs := make([]uint32, hubs)
	for i := range hubRefs {
		hubRefs[i] = uint32(i)
	}
	for range hubs {
		b.Add(0, refs...)
	}
	b.Root(b.Add(0, hubRefs...))
	for range leaves {
		b.Add(0)
	}
	h, err := b.Build()
	require.NoError(t, err)
	for _, grain := range []int{1, 64} {
		m := newMarker(t, mark.Options{Workers: 3, Grain: grain})
		s := requireOracle(t, m, h).Stats.Sum()
		require.Equal(t, uint64(hubs), s.SlicesOpened+s.SlicesAlone)
		require.Positive(t, s.SlicesOpened)
		if grain == 64 {
			require.Positive(t, s.SlicesAlone, "the range slots were never full")
		}
	}
}

func TestNoRootsAndNilReferences(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	var b heap.Builder
	b.Add(0, heap.NoObject, heap.NoObject)
	h, err := b.Build()
	require.NoError(t, err)
	require.Zero(t, requireOracle(t, m, h).Count())
	b.Root(0)
	b.Root(0)
	h, err = b.Build()
	require.NoError(t, err)
	require.Equal(t, uint64(1), requireOracle(t, m, h).Count())
}

// The default keeps a list on one worker: no other is even woken.
func TestListWakesNobody(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 4})
	s := requireOracle(t, m, listHeap(t, 10_000)).Stats
	for _, w := range s.Workers[1:] {
		require.Zero(t, w.Joins)
	}
	require.Equal(t, 4.0, s.Imbalance())
}

// A second worker is woken when the frontier is worth it and not before.
func TestRecruiting(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 2})
	small := requireOracle(t, m, randomHeap(t, 100, 6, 1, 1)).Stats.Sum()
	require.Zero(t, small.Wakes)
	large := requireOracle(t, m, randomHeap(t, 200_000, 6, 1, 1)).Stats.Sum()
	require.Positive(t, large.Wakes)
	require.Positive(t, large.Deque.Pushes, "nothing was exposed")
}

// bitsOf are the numbers of the bits that are set.
func bitsOf(set int) (all []uint32) {
	for i := range uint32(8) {
		if set>>i&1 == 1 {
			all = append(all, i)
		}
	}
	return all
}
