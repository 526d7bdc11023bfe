package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// The private stack has room in the worst case: a batch of the largest objects
// that are not sliced, and of huge ones that no other worker may help with, when as
// much as may stay lies on the stack already.
func TestRoomForTheWorstBatch(t *testing.T) {
	const batches = 8
	for _, refs := range []int{kernel.SmallRefs, kernel.SmallRefs + 1, chunkRefs, 3 * chunkRefs} {
		for _, workers := range []int{1, 2} {
			h, first := disjointObjects(t, batches*batchObjects, refs)
			m := lonelyMarker(t, tune.DefaultGrain, workers)
			m.prepare(context.Background(), h.Granules())
			m.Marks.TestAndSet(heap.Nil)
			m.crew.Reset()
			for m.ranges.Offer(0, 1, 1) { // the range slots are full
			}
			w := m.workers[0]
			w.reads(m.reads(h))
			highest := 0
			for b := range batches {
				w.Bottom, w.Top = 0, stackHigh
				w.scanner.scan(w, first[b*batchObjects:(b+1)*batchObjects])
				highest = max(highest, w.Top)
				w.makeRoom()
				require.LessOrEqual(t, w.Top, stackHigh)
			}
			if refs == kernel.SmallRefs {
				require.Equal(t, stackRefs, highest, "the stack was never full")
			}
			require.Equal(t, uint64(batches*batchObjects*refs), w.Marked)
			m.crew.Abort()
		}
	}
}

// lonelyMarker returns a marker with one worker that takes itself for one of
// several: it uses their scan loop and publishes, and no worker answers.
func lonelyMarker(t *testing.T, grain, workers int) *Marker {
	t.Helper()
	m, err := New(Options{Workers: 1, Grain: grain, Capacity: 2, OverflowBlocks: 1})
	require.NoError(t, err)
	m.planShared(m.readsNothing())
	t.Cleanup(m.Close)
	m.Options.Workers = workers
	return m
}

// private is how many grey refs only w can take.
func private(w *worker) int { return w.Size() + inFlight(w) }

// disjointObjects builds a heap of n objects with refs references each, no
// child of two of them, and returns the n as refs.
func disjointObjects(t *testing.T, n, refs int) (*heap.Heap, []uint32) {
	t.Helper()
	b := heap.NewBuilder(n*(refs+1), n*refs)
	children := make([]uint32, refs)
	for i := range n {
		for k := range children {
			children[k] = uint32(n + i*refs + k)
		}
		b.Add(0, children...)
	}
	for range n * refs {
		b.Add(0)
	}
	h, err := b.Build()
	require.NoError(t, err)
	var all []uint32
	for _, obj := range h.Objects() {
		if all = append(all, uint32(obj)); len(all) == n {
			break
		}
	}
	return h, all
}

// Room is made as soon as a batch might not fit, by giving away the oldest.
func TestMakeRoom(t *testing.T) {
	m := lonelyMarker(t, tune.DefaultGrain, 1)
	m.prepare(context.Background(), stackRefs)
	w := m.workers[0]
	for i := range w.Refs {
		w.Refs[i] = uint32(i)
	}
	w.Top = stackHigh
	w.makeRoom()
	require.Equal(t, stackHigh, w.Size(), "there was room")
	w.Top, w.FromShared = stackHigh+1, stackHigh-policy.StackKeep+3
	w.makeRoom()
	require.Equal(t, policy.StackKeep, w.Top)
	require.Equal(t, 2, w.FromShared, "of the refs that may stay private, the oldest were given away")
	require.Equal(t, uint32(stackHigh), w.Refs[w.Top-1], "the newest stay")
	require.Equal(t, uint32(stackHigh+1-policy.StackKeep), w.Refs[0])
	w.Bottom, w.Top = stackHigh, stackHigh+1
	w.makeRoom()
	require.Equal(t, 1, w.Size())
	require.Zero(t, w.Bottom, "a short stack is moved, not given away")
}

// A graph's scanner has room whatever the degrees are: batches of nodes whose
// successors end just before, at and just after a chunk and a full stack.
func TestRoomForTheWorstNodes(t *testing.T) {
	degrees := []uint32{chunkRefs, chunkRefs + 1, 2 * chunkRefs, stackHigh, stackHigh + 1, stackRefs, stackRefs + chunkRefs}
	for seed := range uint64(1) {
		random := rand.New(rand.NewPCG(seed, 6))
		first := make([]uint32, 1, 100) // node i leads to [first[i], first[i+1])
		first[0] = 64
		for range 64 {
			first = append(first, first[len(first)-1]+degrees[random.IntN(len(degrees))])
		}
		nodes := first[64]
		g := Func{Nodes: int(nodes), Successors: func(buf []uint32, node uint32) []uint32 {
			if node < 64 {
				for to := first[node]; to < first[node+1]; to++ {
					buf = append(buf, to)
				}
			}
			return buf
		}}
		roots := make([]uint32, 64)
		for i := range roots {
			roots[i] = uint32(i)
		}
		for _, grain := range []int{1, tune.DefaultGrain, tune.MaxGrain} {
			m := lonelyMarker(t, grain, 1)
			r, err := m.MarkGraph(context.Background(), g, roots)
			require.NoError(t, err, "seed %d, grain %d", seed, grain)
			require.Equal(t, uint64(nodes), r.Count())
			require.Positive(t, r.Stats.Sum().PendingAdded, "nothing overflowed")
		}
	}
}

// None of the refs that go back from the ring to the stack is lost, wherever in the
// ring they lie.
func TestUntake(t *testing.T) {
	m := lonelyMarker(t, tune.DefaultGrain, 1)
	m.prepare(context.Background(), 1<<16)
	w := m.workers[0]
	next := uint32(1)
	seen := map[uint32]int{}
	for round := range 3 * 4 { // three times round the ring
		for range 100 {
			w.Refs[w.Top] = next
			w.Top++
			next++
		}
		for w.InFlight() < 1+round%m.plan.Pace.InFlight {
			w.take()
		}
		before := private(w)
		w.Untake()
		require.Equal(t, before, private(w))
		require.Equal(t, 1, w.InFlight())
		for _, ref := range w.Oldest() {
			seen[ref]++
		}
	}
	for w.Size() > 0 {
		w.take()
		for _, ref := range w.Oldest() {
			seen[ref]++
		}
	}
	require.Len(t, seen, int(next-1))
	for ref, times := range seen {
		require.Equal(t, 1, times, "ref %d", ref)
	}
}

// feedOthers makes room before the ring goes back to a full stack.
func TestFeedOthersFromAFullStack(t *testing.T) {
	m := lonelyMarker(t, tune.DefaultGrain, 2)
	m.prepare(context.Background(), stackRefs)
	m.crew.Reset()
	w := m.workers[0]
	w.Bottom, w.Top = stackRefs-1, stackRefs // one ref, at the very end
	for i := range w.Refs {
		w.Refs[i] = uint32(i)
	}
	for range m.plan.Pace.InFlight {
		fly(w, w.Refs[:batchObjects])
	}
	before := private(w)
	w.feedOthers()
	require.Equal(t, before-before/2, private(w))
	require.Equal(t, (before/2+tune.DefaultGrain-1)/tune.DefaultGrain, w.Deque.Len(), "blocks")
	m.crew.Abort()
}

// A worker whose range slots are full scans a huge object alone and makes room after
// each chunk: here 24 nodes of a batch, with 40 chunks each, are left for that.
func TestRoomForHugeNodesAlone(t *testing.T) {
	const hubs, leaves = 40, 20_000
	offsets, targets := []uint64{0, hubs}, make([]uint32, 0, hubs*(1+leaves))
	for to := range uint32(hubs * (1 + leaves)) {
		targets = append(targets, 1+to)
	}
	for node := range uint64(hubs * (1 + leaves)) {
		offsets = append(offsets, hubs+min(node+1, hubs)*leaves)
	}
	g, err := NewAdjacency(offsets, targets)
	require.NoError(t, err)
	for _, workers := range []int{1, 2} {
		r, err := Graph(t.Context(), g, []uint32{0}, Options{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, uint64(g.NumNodes()), r.Count())
		if workers == 1 { // two workers may be so far apart in time that slots become free
			require.GreaterOrEqual(t, r.Stats.Sum().SlicesAlone, uint64(hubs-policy.RangeSlots))
		}
	}
}
