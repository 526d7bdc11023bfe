package floor

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The floor replays every live object once and sets its bit, with any number of
// workers and any distance; huge objects are replayed reference by reference.
func TestFloorReplaysEveryLiveObject(t *testing.T) {
	crews := []int{1, 2, 5}
	if testing.Short() {
		crews = []int{3}
	}
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: 3000, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		f, err := New(context.Background(), h)
		require.NoError(t, err)
		require.Len(t, f.order, int(want.Count), s.Name)
		references := 0
		for _, obj := range f.order {
			n, _, _ := h.Object(heap.Ref(obj))
			references += int(n)
		}
		require.Positive(t, f.Measure(3))
		for _, workers := range crews {
			replayed := 0
			for id := range workers {
				r := newReplayer(f, workers, id)
				for _, obj := range r.order {
					if n, _, _ := h.Object(heap.Ref(obj)); n <= policy.ChunkRefs {
						replayed += int(n)
					}
				}
				for _, c := range r.huge {
					replayed += int(c.high - c.low)
				}
			}
			require.Equal(t, references, replayed, "%s with %d workers", s.Name, workers)
			for _, way := range f.ways(workers) {
				for i := range f.marks.Words() {
					f.marks.Words()[i].Store(1<<64 - 1) // an earlier use
				}
				f.replay(f.crew(workers), way)
				require.NoError(t, f.marks.Compare(want), "%s with %d workers, %+v", s.Name, workers, way)
			}
		}
	}
}

// The floor tests each reference once, of objects about as large as a chunk too, and
// sets the bits of all roots, of which there may be more than a chunk.
func TestFloorAboutTheChunkSize(t *testing.T) {
	for _, refs := range []int{policy.ChunkRefs - 1, policy.ChunkRefs, policy.ChunkRefs + 1, 2 * policy.ChunkRefs, 2*policy.ChunkRefs + 1} {
		var b heap.Builder
		to := make([]uint32, refs)
		for i := range to {
			to[i] = uint32(1 + i)
		}
		b.Root(b.Add(0, to...))
		for range refs {
			b.Add(0)
		}
		for range refs {
			b.Root(b.Add(0))
		}
		h, err := b.Build()
		require.NoError(t, err)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		f, err := New(t.Context(), h)
		require.NoError(t, err)
		tested := uint32(0)
		for _, obj := range f.order {
			if n, _, _ := h.Object(heap.Ref(obj)); n <= policy.ChunkRefs {
				tested += n
			}
		}
		for _, c := range f.huge {
			tested += c.high - c.low
		}
		require.EqualValues(t, refs, tested)
		for workers := 1; workers <= 3; workers++ {
			for _, way := range f.ways(workers) {
				f.replay(f.crew(workers), way)
				require.NoError(t, f.marks.Compare(want), "%d references, %d workers, %+v", refs, workers, way)
			}
		}
	}
}

// Each reference that is not nil, and each root, is tested by the owner of its bit and by
// no other worker. No word of the bitmap has two owners.
func TestOwnReferences(t *testing.T) {
	for _, name := range []string{"random", "wide", "tree"} {
		s, err := shape.Parse(name)
		require.NoError(t, err)
		h, err := s.Build(shape.Params{Objects: 20_000, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		f, err := New(t.Context(), h)
		require.NoError(t, err)
		want := map[uint32]int{}
		for _, root := range h.Roots() {
			want[uint32(root)]++
		}
		for _, obj := range f.order {
			for _, to := range h.Refs(heap.Ref(obj)) {
				want[uint32(to)]++
			}
		}
		delete(want, 0)
		for _, workers := range []int{2, 3, 8} {
			got, owner := map[uint32]int{}, map[uint32]int{}
			for id, refs := range f.ownReferences(workers) {
				require.NotEmpty(t, refs, "worker %d of %d", id, workers)
				for _, ref := range refs {
					got[ref]++
					first, known := owner[ref/64]
					require.True(t, !known || first == id, "word %d belongs to %d and %d", ref/64, first, id)
					owner[ref/64] = id
				}
			}
			require.Equal(t, want, got, "%s, %d workers", name, workers)
		}
	}
}

// Several workers try one kind of ways more than one worker does: with owners of bits.
func TestWays(t *testing.T) {
	small, large := &Floor{order: make([]uint32, smallFloor)}, &Floor{order: make([]uint32, smallFloor+1)}
	require.Len(t, large.ways(1), len(floorWays))
	require.Len(t, small.ways(1), len(floorWays)+len(smallWays))
	for _, way := range small.ways(1) {
		require.False(t, way.owned)
	}
	require.Equal(t, append(large.ways(1), ownedWays...), large.ways(2))
	require.Equal(t, append(small.ways(1), ownedWays...), small.ways(5))
	for _, way := range ownedWays {
		require.True(t, way.owned)
		require.Positive(t, way.distance)
	}
}

func TestFloorOfAnEmptyHeap(t *testing.T) {
	var b heap.Builder
	b.Add(0)
	h, err := b.Build()
	require.NoError(t, err)
	f, err := New(context.Background(), h)
	require.NoError(t, err)
	require.GreaterOrEqual(t, int64(f.Measure(2)), int64(0))
}

// A large heap is replayed by as many workers as there are processors, a small one
// also by fewer, down to one alone with plain stores.
func TestCrews(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(6))
	small, large := &Floor{order: make([]uint32, smallFloor)}, &Floor{order: make([]uint32, smallFloor+1)}
	for workers, want := range map[int][]int{1: {1}, 2: {1, 2}, 3: {1, 2, 3}, 5: {1, 2, 4, 5}, 6: {1, 2, 4, 6}, 1000: {1, 2, 4, 6}} {
		require.Equal(t, want, small.crewSizes(workers), "%d workers", workers)
		require.Equal(t, want[len(want)-1:], large.crewSizes(workers), "%d workers", workers)
	}
	var b heap.Builder
	b.Root(b.Add(0))
	h, err := b.Build()
	require.NoError(t, err)
	f, err := New(t.Context(), h)
	require.NoError(t, err)
	require.True(t, f.crew(1)[0].alone)
	for _, r := range f.crew(2) {
		require.False(t, r.alone, "two replayers store plainly")
	}
}

// The floor is the mean of the fastest group of replays. Long replays are no group:
// each counts by itself. A clock that stands still measures nothing.
func TestFloorByAFakeClock(t *testing.T) {
	var b heap.Builder
	b.Root(b.Add(0))
	h, err := b.Build()
	require.NoError(t, err)
	f, err := New(t.Context(), h)
	require.NoError(t, err)
	ways := len(f.ways(1))
	for _, c := range []struct {
		name    string
		took    func(replay int) time.Duration
		replays int
		want    time.Duration
	}{
		{"a clock that stands still", func(int) time.Duration { return 0 }, ways * (1 + maxRepeats), 0},
		{"short replays", func(int) time.Duration { return 7 }, ways * (1 + maxRepeats), 7},
		{"the first replay of a group does not count", func(i int) time.Duration {
			return time.Duration(4 + min(i%(1+maxRepeats), 1)) // 4, 5, 5, 5 ...
		}, ways * (1 + maxRepeats), 5},
		{"groups of four", func(int) time.Duration { return groupTime / 4 }, ways * 5, groupTime / 4},
		{"long replays", func(i int) time.Duration { return groupTime + time.Duration(1+(i+5)*7%ways) }, ways, groupTime + 1},
	} {
		now, calls := time.Time{}, 0
		f.now = func() time.Time {
			if calls%2 == 1 {
				now = now.Add(c.took(calls / 2))
			}
			calls++
			return now
		}
		require.Equal(t, c.want, f.Measure(1), c.name)
		require.Equal(t, 2*c.replays, calls, c.name)
	}
}

// A heap that cannot be marked has no floor, and the error is that of the mark.
func TestNoFloor(t *testing.T) {
	var noContext context.Context
	_, err := New(noContext, new(heap.Heap))
	require.ErrorContains(t, err, "the context is nil")
	_, err = New(t.Context(), nil)
	require.ErrorContains(t, err, "the heap is nil")
	ended, end := context.WithCancel(t.Context())
	end()
	var b heap.Builder
	b.Root(b.Add(0))
	h, err := b.Build()
	require.NoError(t, err)
	_, err = New(ended, h)
	require.ErrorIs(t, err, context.Canceled)
}
