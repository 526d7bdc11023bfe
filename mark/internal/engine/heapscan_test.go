package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// plainScan is the reference that the scan loop is compared with: one object,
// one reference at a time, nothing clever.
func plainScan(h *heap.Heap, marks *heap.Bitmap, batch []uint32) (pushed []uint32) {
	for _, obj := range batch {
		for _, to := range h.Refs(heap.Ref(obj)) {
			if to != heap.Nil && marks.TestAndSet(to) {
				pushed = append(pushed, uint32(to))
			}
		}
	}
	return pushed
}

// Objects with 0 to several hundred references, in every mixture of sizes that
// a batch can have: the scan loop pushes what the plain loop pushes, and leaves
// the same bitmap.
func TestScanEqualsPlainScan(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	degrees := []int{0, 1, 2, 3, 4, 5, 16, kernel.SmallRefs - 1, kernel.SmallRefs, kernel.SmallRefs + 1, 100, chunkRefs - 1, chunkRefs}
	const objects = 500
	var b heap.Builder
	for i := range objects {
		refs := make([]uint32, degrees[i%len(degrees)])
		for k := range refs {
			if refs[k] = uint32(random.IntN(objects)); random.IntN(5) == 0 {
				refs[k] = heap.NoObject
			}
		}
		b.Add(uint64(random.IntN(3)*8), refs...)
	}
	h, err := b.Build()
	require.NoError(t, err)
	var all []uint32
	for _, obj := range h.Objects() {
		all = append(all, uint32(obj))
	}

	for _, workers := range []int{1, 2} { // plain stores, and atomic ones
		m, err := New(Options{Workers: workers})
		require.NoError(t, err)
		m.workers[0].setAlone(workers == 1)
		compareScans(t, m.workers[0], h, all, random)
		m.Close()
	}
}

func compareScans(t *testing.T, w *worker, h *heap.Heap, all []uint32, random *rand.Rand) {
	objects := len(all)
	scans := 0
	for round := range 200 {
		got, want := &w.m.Marks, heap.NewBitmap(h.Granules())
		got.Resize(h.Granules())
		got.TestAndSet(heap.Nil)
		want.TestAndSet(heap.Nil)
		for range random.IntN(objects) { // some are black already
			obj := heap.Ref(all[random.IntN(objects)])
			got.TestAndSet(obj)
			want.TestAndSet(obj)
		}
		s := w.m.reads(h)
		for range 10 {
			batch := make([]uint32, 1+random.IntN(batchObjects))
			for i := range batch {
				batch[i] = all[random.IntN(objects)]
			}
			s.Prefetch(batch)
			w.Bottom, w.Top = 0, 0
			s.scan(w, batch)
			pushed := slices.Clone(w.Refs[:w.Top])
			expected := plainScan(h, want, batch)
			slices.Sort(pushed)
			slices.Sort(expected)
			require.Equal(t, expected, append([]uint32(nil), pushed...), "round %d, batch %v", round, batch)
			scans += len(expected)
		}
		for i := range got.Words() {
			require.Equal(t, want.Words()[i].Load(), got.Words()[i].Load())
		}
	}
	require.Greater(t, scans, 10_000, "too few objects were marked for this to mean anything")
}
