package mark_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// randomHeap builds a heap of n objects with 0 to degree references each, some
// of them nil, of which objects 0 to roots-1 are roots.
func randomHeap(t testing.TB, n, degree, roots int, seed uint64) *heap.Heap {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	b := heap.NewBuilder(n, n*degree)
	for range n {
		refs := make([]uint32, random.IntN(degree+1))
		for i := range refs {
			if refs[i] = uint32(random.IntN(n)); random.IntN(8) == 0 {
				refs[i] = heap.NoObject
			}
		}
		b.Add(uint64(random.IntN(40)), refs...)
	}
	for i := range roots {
		b.Root(uint32(i % n))
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// wideHeap builds one root with n references to n leaves, and garbage.
func wideHeap(t testing.TB, n int) *heap.Heap {
	t.Helper()
	b := heap.NewBuilder(2*n+1, n)
	refs := make([]uint32, n)
	for i := range refs {
		refs[i] = uint32(1 + 2*i)
	}
	b.Root(b.Add(0, refs...))
	for range 2 * n {
		b.Add(8)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// listHeap builds a list of n objects: a frontier of one.
func listHeap(t testing.TB, n int) *heap.Heap {
	t.Helper()
	b := heap.NewBuilder(n, n)
	for i := range n {
		next := uint32(i + 1)
		if i == n-1 {
			next = heap.NoObject
		}
		b.Add(0, next)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// requireOracle marks h and compares with the oracle.
func requireOracle(t testing.TB, m *mark.Marker, h *heap.Heap) *mark.HeapResult {
	t.Helper()
	return requireReached(t, m, h, reached(t, h))
}

// reached is what the oracle finds.
func reached(t testing.TB, h *heap.Heap) *heap.Reached {
	t.Helper()
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	return want
}

// requireReached is requireOracle where the oracle has been asked before. It is for heaps that many Markers mark.
func requireReached(t testing.TB, m *mark.Marker, h *heap.Heap, want *heap.Reached) *mark.HeapResult {
	t.Helper()
	got, err := m.MarkHeap(context.Background(), h)
	require.NoError(t, err)
	require.NoError(t, got.Marks.Compare(want))
	require.Equal(t, want.Count, got.Count())
	return got
}

// smallPool is room enough for all grey objects of a small heap. The default pool takes longer to make than such a heap
// to mark.
const smallPool = 256

func newMarker(t testing.TB, o mark.Options) *mark.Marker {
	t.Helper()
	m, err := mark.New(o)
	require.NoError(t, err, fmt.Sprintf("%+v", o))
	t.Cleanup(m.Close)
	return m
}
