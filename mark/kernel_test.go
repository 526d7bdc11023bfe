package mark

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
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
	degrees := []int{0, 1, 2, 3, 4, 5, 16, smallRefs - 1, smallRefs, smallRefs + 1, 100, chunkRefs - 1, chunkRefs}
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
		m.workers[0].alone = workers == 1
		compareScans(t, m.workers[0], h, all, random)
		m.Close()
	}
}

func compareScans(t *testing.T, w *worker, h *heap.Heap, all []uint32, random *rand.Rand) {
	objects := len(all)
	scans := 0
	for round := range 200 {
		got, want := &w.m.marks, heap.NewBitmap(h.Granules())
		got.Resize(h.Granules())
		got.TestAndSet(heap.Nil)
		want.TestAndSet(heap.Nil)
		for range random.IntN(objects) { // some are black already
			obj := heap.Ref(all[random.IntN(objects)])
			got.TestAndSet(obj)
			want.TestAndSet(obj)
		}
		s := &heapScanner{heap: h, arena: h.Arena(), marks: got}
		for range 10 {
			batch := make([]uint32, 1+random.IntN(batchObjects))
			for i := range batch {
				batch[i] = all[random.IntN(objects)]
			}
			s.prefetch(batch)
			w.bottom, w.top = 0, 0
			s.scan(w, batch)
			pushed := slices.Clone(w.stack[:w.top])
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

// The assembly does what its plain twins do, with valid and with damaged
// arguments, and writes nothing beyond its results. Under the race detector, and
// on machines without assembly, the twins are compared with themselves.
func TestKernelEqualsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	stopped, full := 0, 0
	for range 20_000 {
		arena := make([]byte, 8*(1+random.IntN(200)))
		for at := 0; at < len(arena); at += 4 {
			n := random.IntN(smallRefs + 2)
			if random.IntN(20) == 0 {
				n = int(random.Uint32())
			}
			binary.LittleEndian.PutUint32(arena[at:], uint32(n))
		}
		batch := make([]uint32, random.IntN(batchObjects+1))
		for i := range batch {
			if batch[i] = uint32(random.IntN(len(arena)/8 + 1)); random.IntN(50) == 0 {
				batch[i] = random.Uint32()
			}
		}
		got, want := make([]uint32, len(batch)*smallRefs+8), make([]uint32, len(batch)*smallRefs)
		refs, objects := collectRefs(arena, batch, got[:len(want)])
		wantRefs, wantObjects := collectRefsPlain(arena, batch, want)
		require.Equal(t, []int{wantRefs, wantObjects}, []int{refs, objects})
		require.Equal(t, want[:refs], got[:refs])
		require.Equal(t, make([]uint32, 8), got[len(want):], "beyond the buffer")
		if objects < len(batch) {
			stopped++
		} else {
			full++
		}
		compareMarking(t, random, got[:refs])
	}
	require.Greater(t, stopped, 1000)
	require.Greater(t, full, 1000)
}

// compareMarking compares what is done with references, some of which lie beyond
// the bitmap.
func compareMarking(t *testing.T, random *rand.Rand, refs []uint32) {
	t.Helper()
	for i := range refs {
		refs[i] %= 512 + uint32(random.IntN(2))
	}
	got, want := heap.NewBitmap(512), heap.NewBitmap(512)
	for range random.IntN(512) {
		ref := heap.Ref(random.IntN(512))
		got.TestAndSet(ref)
		want.TestAndSet(ref)
	}
	gotRefs, wantRefs := slices.Clone(refs), slices.Clone(refs)
	white, done := keepWhite(got.Words(), gotRefs)
	wantWhite, wantDone := keepWhitePlain(want.Words(), wantRefs)
	require.Equal(t, []int{wantWhite, wantDone}, []int{white, done})
	require.Equal(t, wantRefs, gotRefs)

	gotStack, wantStack := make([]uint32, len(refs)+1), make([]uint32, len(refs)+1)
	pushed, done := markAlone(got.Words(), refs, gotStack)
	wantPushed, wantDone := markAlonePlain(want.Words(), refs, wantStack)
	require.Equal(t, []int{wantPushed, wantDone}, []int{pushed, done})
	require.Equal(t, wantStack[:pushed], gotStack[:pushed])
	require.Zero(t, gotStack[len(refs)], "beyond the stack")
	for i := range got.Words() {
		require.Equal(t, want.Words()[i].Load(), got.Words()[i].Load())
	}
}

// The ring returns batches in order, whatever is entered when.
func TestRing(t *testing.T) {
	var r ring
	random := rand.New(rand.NewPCG(3, 4))
	var model [][]uint32
	entered, next := 0, uint32(0)
	for range 10_000 {
		if len(model) < ringBatches && (len(model) == 0 || random.IntN(2) == 0) {
			batch := make([]uint32, 1+random.IntN(batchObjects))
			for i := range batch {
				batch[i] = next
				next++
			}
			require.Equal(t, batch, r.enter(batch))
			model = append(model, batch)
			entered++
		} else {
			require.Equal(t, model[0], r.leave())
			model = model[1:]
		}
		objects := 0
		for _, b := range model {
			objects += len(b)
		}
		require.Equal(t, objects, r.objects)
		require.Equal(t, len(model), r.count)
	}
	require.Greater(t, entered, 4*ringBatches, "the ring never wrapped")
}
