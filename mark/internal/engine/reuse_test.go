package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// A mark that failed leaves work behind in every place there is. None of it may
// leak into the next mark by the same Marker, whatever its size.
func TestNothingIsLeftOfAFailedMark(t *testing.T) {
	for _, grain := range []int{1, 3} {
		m, err := New(Options{Workers: 1, Grain: grain, Capacity: 2, OverflowBlocks: 1})
		require.NoError(t, err)
		m.planShared(m.readsNothing())
		t.Cleanup(m.Close)
		for round := range 4 {
			failEverywhere(t, m)
			nodes := []uint32{10, 60_000, 1, 70_000}[round] // smaller and larger than the pending bitmap
			small := Func{Nodes: int(nodes), Successors: func(buf []uint32, node uint32) []uint32 {
				if node >= nodes {
					panic("a node of the failed mark")
				}
				return append(buf, (node+1)%nodes)
			}}
			r, err := m.MarkGraph(context.Background(), small, []uint32{0})
			require.NoError(t, err, "grain %d, round %d", grain, round)
			require.Equal(t, uint64(nodes), r.Count())
			require.Equal(t, uint64(nodes), r.Stats.Sum().Scanned)
		}
	}
}

// failEverywhere runs a mark that panics while work lies in every shared place
// and in the worker's own memory.
func failEverywhere(t *testing.T, m *Marker) {
	g := Func{Nodes: 30_000, Successors: func(buf []uint32, node uint32) []uint32 {
		switch {
		case node >= 2000:
			panic("a child")
		case node == 1 || node == 511: // the first root to be scanned with grain 1, and with more
			for child := uint32(2000); child < 30_000; child++ {
				buf = append(buf, child)
			}
		}
		return buf
	}}
	roots := make([]uint32, 2*chunkRefs)
	for i := range roots {
		roots[i] = uint32(i)
	}
	_, err := m.MarkGraph(context.Background(), g, roots)
	require.ErrorContains(t, err, "panicked: a child")

	w := m.workers[0]
	require.Positive(t, m.ranges.Open())
	require.Positive(t, w.Deque.Len())
	require.False(t, m.List.Empty())
	require.False(t, m.Pending.Empty())
	if m.plan.Pace.InFlight > 1 { // with grain 1 everything is published
		require.Positive(t, w.Size())
		require.Positive(t, w.InFlight())
	}
}

// A root beyond the arena, in an unchecked heap, is an error.
func TestDamagedRoots(t *testing.T) {
	for _, workers := range []int{1, 2} {
		var b heap.Builder
		b.Root(b.Add(0))
		h, err := b.Build()
		require.NoError(t, err)
		for _, beyond := range []uint64{h.Granules(), 63, 64, 1<<32 - 1} {
			h.Roots()[0] = heap.Ref(beyond)
			_, err := Heap(context.Background(), h, Options{Workers: workers})
			require.ErrorContains(t, err, "damaged")
		}
	}
}

// One worker alone notices that its mark has been cancelled, after the batch
// at hand; and so does one that never finds any work.
func TestCancelledAlone(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	const nodes = 1 << 16
	g := Func{Nodes: nodes, Successors: func(buf []uint32, node uint32) []uint32 {
		if node == 1000 {
			cancel()
		}
		return append(buf, (node+1)%nodes)
	}}
	r, err := Graph(ctx, g, []uint32{0}, Options{Workers: 1})
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, r.Count(), uint64(1001+batchObjects))
	_, err = Graph(ctx, g, nil, Options{Workers: 1})
	require.ErrorIs(t, err, context.Canceled)
}
