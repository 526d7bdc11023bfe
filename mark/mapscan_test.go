package mark_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// mapHeap is mappedHeap for tests that do not need the path.
func mapHeap(t testing.TB, h *heap.Heap) *heap.Heap {
	t.Helper()
	m, _ := mappedHeap(t, h)
	return m
}

// built returns a heap of a shape.
func built(t testing.TB, name string, objects uint64, layout shape.Layout) *heap.Heap {
	t.Helper()
	s, err := shape.Parse(name)
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: layout})
	require.NoError(t, err)
	return h
}

// never is for record.ColdAfter.
const never = 1 << 30

// requireCold is requireOracle for a mapped heap that is not in memory.
func requireCold(t testing.TB, m *mark.Marker, h *heap.Heap) *mark.HeapResult {
	t.Helper()
	got, err := m.MarkHeap(record.ColdAfter(context.Background(), 0), h)
	require.NoError(t, err)
	require.NoError(t, got.Marks.Compare(reached(t, h)))
	return got
}

// mappedOptions are ways to mark a mapped heap in which different code runs.
var mappedOptions = []mark.Options{
	{Workers: 1},
	{Workers: 2},
	{Workers: 5, Capacity: 2, OverflowBlocks: tune.NoPool},
	{Workers: 2, Grain: 1, Tuning: tune.Tuning{Idle: tune.IdleYield}},
	{Workers: 3, Tuning: tune.Tuning{Recruit: 1}},
	{Workers: 2, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}},
	{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner}},
}

// TestMappedMarks compares marks of mapped heaps with the oracle for the heap in memory, for every shape.
func TestMappedMarks(t *testing.T) {
	for _, name := range shape.Names() {
		t.Run(name, func(t *testing.T) {
			h := built(t, name, 5_000, shape.Shuffled)
			want, err := heap.Reachable(h)
			require.NoError(t, err)
			mapped := mapHeap(t, h)
			for _, o := range mappedOptions {
				o.OverflowBlocks = cmp.Or(o.OverflowBlocks, smallPool)
				m := newMarker(t, o)
				for _, coldAfter := range []int{0, 1, never, 0, 2} { // each one finds what the one before has left
					got, err := m.MarkHeap(record.ColdAfter(context.Background(), coldAfter), mapped)
					require.NoError(t, err, "%+v", o)
					require.NoError(t, got.Marks.Compare(want), "%+v, cold after %d batches", o, coldAfter)
				}
				_, err := m.MarkHeap(context.Background(), h) // and so does a heap in memory
				require.NoError(t, err)
			}
		})
	}
}

// pended marks a mapped heap by one worker, and returns the share of its objects that were put off.
func pended(t *testing.T, name string, layout shape.Layout) float64 {
	t.Helper()
	h := mapHeap(t, built(t, name, 80_000, layout))
	stats := requireCold(t, newMarker(t, mark.Options{Workers: 1}), h).Stats
	return float64(stats.Sum().PendingAdded) / float64(stats.Marked)
}

// TestWhatIsPutOff: what lies far away is put off, and what is near is not. A list is never put off, because
// nothing else waits meanwhile.
func TestWhatIsPutOff(t *testing.T) {
	require.Greater(t, pended(t, "random", shape.Shuffled), 0.9)
	require.Greater(t, pended(t, "tree", shape.Shuffled), 0.8)
	require.Less(t, pended(t, "tree", shape.Alloc), 0.4)
	require.Less(t, pended(t, "list", shape.Shuffled), 0.01)

	const length = 3000
	b := heap.NewBuilder(2*length, 2*length) // a list that does not look like one: each element has a leaf
	for i := range uint32(length) {
		b.Add(4000, (i+1)%length, length+i)
	}
	for range length {
		b.Add(4000)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	twigs := mapHeap(t, h)
	for _, workers := range []int{1, 2} {
		stats := requireCold(t, newMarker(t, mark.Options{Workers: workers}), twigs).Stats
		require.Less(t, stats.Sum().PendingAdded, uint64(100), "of 6000, with %d workers", workers)
	}

	h = built(t, "random", 80_000, shape.Shuffled)
	stats := requireOracle(t, newMarker(t, mark.Options{Workers: 1}), h).Stats
	require.Zero(t, stats.Sum().PendingAdded, "a heap in memory is not swept")
}

// TestFileInMemory: a mapped file that is in memory is marked as if it were a copy. Once pages come from the disk, what is
// far is put off, also by owners of mark bits.
func TestFileInMemory(t *testing.T) {
	h := built(t, "random", 200_000, shape.Shuffled)
	mapped := mapHeap(t, h)
	require.True(t, mapped.InMemory(), "it was just written")
	m := newMarker(t, mark.Options{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner}})
	copied := requireOracle(t, m, h).Stats.Plan
	warm := requireOracle(t, m, mapped).Stats
	require.Zero(t, warm.Sum().PendingAdded)
	require.Equal(t, copied, warm.Plan)
	require.Equal(t, 2, warm.Plan.Owners)

	got, err := m.MarkHeap(record.ColdAfter(context.Background(), 10), mapped)
	require.NoError(t, err)
	require.NoError(t, got.Marks.Compare(reached(t, h)))
	require.Greater(t, got.Stats.Sum().PendingAdded, got.Stats.Marked*3/4, "also what comes from the other owner")
	require.Positive(t, got.Stats.Sum().RefsReceived)
	require.Zero(t, requireCold(t, m, mapped).Stats.Sum().RefsReceived, "nobody owns bits of what is on the disk")
}

// TestHugeObjectsScannedAlone: a worker that has too many huge objects open scans the next ones within
// its batch. It does not put off again what it has put off in this batch, and so it puts off
// nothing that lay on the stack before.
func TestHugeObjectsScannedAlone(t *testing.T) {
	const huge, children = 300, 600
	b := heap.NewBuilder(huge*(1+children), huge*children)
	for i := range uint32(huge) {
		refs := make([]uint32, children)
		for k := range refs {
			refs[k] = huge + uint32(k)*huge + i
		}
		b.Add(0, refs...)
		b.Root(i)
	}
	for range huge * children {
		b.Add(8)
	}
	h, err := b.Build()
	require.NoError(t, err)
	mapped := mapHeap(t, h)
	for _, o := range []mark.Options{{Workers: 1}, {Workers: 1, Grain: 1}, {Workers: 1, Grain: 1, Capacity: 2}} {
		stats := requireCold(t, newMarker(t, o), mapped).Stats
		require.Positive(t, stats.Sum().SlicesAlone)
		require.LessOrEqual(t, stats.Sum().PendingAdded, stats.Marked, "each once")
	}
}

// TestOthersAreWokenForWhatIsPutOff: a few chains are too little for two workers as long as they are private.
// Here they are put off, and so another worker is woken.
func TestOthersAreWokenForWhatIsPutOff(t *testing.T) {
	const chains, length = 64, 300
	b := heap.NewBuilder(chains*length, chains*length)
	for i := range uint32(chains * length) {
		next := i + chains // the chains lie beside one another, and their elements far apart
		if next >= chains*length {
			next = heap.NoObject
		}
		b.Add(4000, next)
	}
	for i := range uint32(chains) {
		b.Root(i)
	}
	h, err := b.Build()
	require.NoError(t, err)
	o := mark.Options{Workers: 2, Tuning: tune.Tuning{Recruit: 1000}}
	stats := requireCold(t, newMarker(t, o), mapHeap(t, h)).Stats
	require.Greater(t, stats.Sum().PendingAdded, uint64(chains*length/2))
	require.Positive(t, stats.Sum().Wakes)
}

// TestSweepsInOrder: one worker scans what is put off in the order of addresses, round after round. A
// tree of two levels has two rounds, and so it turns back once.
func TestSweepsInOrder(t *testing.T) {
	const children = 20_000 // which lie 400 bytes apart, in no order
	b := heap.NewBuilder(1+children, children)
	order := []uint32{0}
	refs := make([]uint32, children)
	for i := range refs {
		refs[i] = 1 + uint32(i*7919%children)
		order = append(order, 1+uint32(i))
	}
	b.Add(0, refs...)
	for range children {
		b.Add(400)
	}
	b.Root(0)
	h, err := b.BuildOrdered(order)
	require.NoError(t, err)
	mapped := mapHeap(t, h)
	var scanned []uint32
	ctx := record.With(record.ColdAfter(context.Background(), 0), func(batch []uint32) { scanned = append(scanned, batch...) })
	m := newMarker(t, mark.Options{Workers: 1})
	got, err := m.MarkHeap(ctx, mapped)
	require.NoError(t, err)
	require.EqualValues(t, 1+children, got.Count())
	const chunk = 1 << 15 // granules that are near each other
	far := 0
	for i := 1; i < len(scanned); i++ {
		if scanned[i]/chunk+1 < scanned[i-1]/chunk { // a batch may lie across the border of two, in any order
			far++
		}
	}
	// Objects found near the first chunk are scanned before the rest.
	require.LessOrEqual(t, far, 2, "jumps back through the file, of %d objects", children)
	require.False(t, slices.IsSorted(refs))
}

// ExampleHeap_mapped marks a heap that need not fit into the memory.
func ExampleHeap_mapped() {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("example-%d.heap", os.Getpid()))
	defer os.Remove(path)
	var b heap.Builder
	b.Add(16, 1)
	b.Add(0, 0)
	b.Add(0)
	b.Root(0)
	h, _ := b.Build()
	f, _ := os.Create(path)
	_ = heap.WriteSnapshot(f, h)
	_ = f.Close()

	s, err := heap.OpenSnapshot(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	if err := s.Verify(); err == nil {
		err = s.Heap().Check()
	}
	live, err := mark.Heap(context.Background(), s.Heap(), mark.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(live.Count(), "of", s.Heap().NumObjects())
	// Output: 2 of 3
}
