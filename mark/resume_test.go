package mark_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// copyOf is a bitmap of one's own with the bits of another one.
func copyOf(b *heap.Bitmap) *heap.Bitmap {
	c := heap.NewBitmap(b.Len())
	for i := range b.Words() {
		c.Words()[i].Store(b.Words()[i].Load())
	}
	return c
}

// TestResumeAllSmallGraphs: to mark from roots A, and to resume from these bits with roots B, is to
// mark from both. It marks what is new and nothing else, and leaves the bits as they were. It
// may be done twice.
func TestResumeAllSmallGraphs(t *testing.T) {
	const n = 3
	first, second := newMarker(t, mark.Options{Workers: 1}), newMarker(t, mark.Options{Workers: 2})
	for edges := range 1 << (n * n) {
		var heaps [1 << n]*heap.Heap // by their roots
		var reach [1 << n]*heap.Reached
		for roots := range heaps {
			heaps[roots] = heapWithRoots(t, n, edges, roots)
			reach[roots] = reached(t, heaps[roots])
		}
		for a, h := range heaps {
			r, err := first.MarkHeap(t.Context(), h)
			require.NoError(t, err)
			before := copyOf(r.Marks)
			for b := range 1 << n {
				if testing.Short() && (edges+a+b)%7 != 0 {
					continue
				}
				want := reach[a|b]
				var roots []heap.Ref
				for _, node := range bitsOf(b) {
					roots = append(roots, heap.Ref(refsOf(h)[node]))
				}
				for range 2 {
					got, err := second.ResumeHeap(t.Context(), h, before, roots)
					require.NoError(t, err)
					require.NoError(t, got.Marks.Compare(want), "edges %#x from %#x, then %#x", edges, a, b)
					require.Equal(t, want.Count, got.Count())
					require.Equal(t, want.Count-before.Count(), got.Stats.Marked)
				}
				require.Equal(t, r.Count(), before.Count(), "the bits that were given are as they were")
			}
		}
	}
}

// A large heap that is marked from one root after the other, by Markers in turn, with owned and with
// shared mark bits.
func TestResumeInTurn(t *testing.T) {
	h := randomHeap(t, 50_000, 3, 40, 1)
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(2, 3))
	for _, marking := range []tune.Marking{tune.MarkingShared, tune.MarkingOwner} {
		markers := [2]*mark.Marker{}
		for i := range markers {
			markers[i] = newMarker(t, mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: marking, Recruit: 1}})
		}
		bits, roots := heap.NewBitmap(h.Granules()), slices.Clone(h.Roots())
		random.Shuffle(len(roots), func(i, k int) { roots[i], roots[k] = roots[k], roots[i] })
		for i, root := range roots {
			r, err := markers[i%2].ResumeHeap(t.Context(), h, bits, []heap.Ref{root, heap.Nil})
			require.NoError(t, err)
			require.Equal(t, bits.Count()+r.Stats.Marked, r.Count())
			bits = r.Marks
		}
		require.NoError(t, bits.Compare(want), marking)
	}
}

// Bits that cannot be those of the heap are refused, and change nothing.
func TestResumeRefuses(t *testing.T) {
	m := newMarker(t, mark.Options{Workers: 1})
	h := listHeap(t, 10)
	last, err := m.MarkHeap(t.Context(), h)
	require.NoError(t, err)
	refused := func(h *heap.Heap, before *heap.Bitmap, says string, roots ...heap.Ref) {
		t.Helper()
		r, err := m.ResumeHeap(t.Context(), h, before, roots)
		require.Nil(t, r)
		require.ErrorContains(t, err, says)
	}
	refused(h, nil, "mark: the bitmap is nil: ")
	refused(h, heap.NewBitmap(20), "mark: the bitmap has 20 bits, and the heap 21 granules: ")
	nil0 := heap.NewBitmap(21)
	nil0.TestAndSet(heap.Nil)
	refused(h, nil0, "mark: bit 0 of the bitmap is set")
	refused(nil, heap.NewBitmap(21), "mark: the heap is nil")
	refused(h, heap.NewBitmap(21), "mark: root 0 is granule 21", 21)
	require.EqualValues(t, 10, last.Count())

	r, err := m.ResumeHeap(t.Context(), h, last.Marks, nil) // its own bits
	require.NoError(t, err)
	require.EqualValues(t, 10, r.Count())
	other := newMarker(t, mark.Options{Workers: 1})
	_, err = other.ResumeHeap(t.Context(), h, heap.NewBitmap(21), []heap.Ref{11})
	require.NoError(t, err)
	r, err = other.ExtendHeap(t.Context(), h, []heap.Ref{1})
	require.NoError(t, err, "what was resumed can be extended")
	require.EqualValues(t, 10, r.Count())
	m.Close()
	refused2, err := m.ResumeHeap(t.Context(), h, heap.NewBitmap(21), nil)
	require.Nil(t, refused2)
	require.ErrorIs(t, err, mark.ErrClosed)
}
