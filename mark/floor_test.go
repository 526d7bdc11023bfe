package mark

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// The floor replays every live object once and sets its bit, with any number of
// workers and any distance; huge objects are replayed reference by reference.
func TestFloorReplaysEveryLiveObject(t *testing.T) {
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: 3000, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		f, err := NewFloor(context.Background(), h)
		require.NoError(t, err)
		require.Len(t, f.order, int(want.Count), s.Name)
		references := 0
		for _, obj := range f.order {
			n, _, _ := h.Object(heap.Ref(obj))
			references += int(n)
		}
		for workers := 1; workers <= 5; workers++ {
			replayed := 0
			for id := range workers {
				r := newReplayer(f, workers, id, 8)
				for _, obj := range r.order {
					if n, _, _ := h.Object(heap.Ref(obj)); n <= chunkRefs {
						replayed += int(n)
					}
				}
				for _, c := range r.huge {
					replayed += int(c.high - c.low)
				}
			}
			require.Equal(t, references, replayed, "%s with %d workers", s.Name, workers)
			require.Positive(t, f.Measure(workers))
			for _, atTest := range []bool{false, true} {
				f.replay(workers, 8, atTest)
				require.NoError(t, f.marks.Compare(want), "%s with %d workers", s.Name, workers)
			}
		}
	}
}

func TestFloorOfAnEmptyHeap(t *testing.T) {
	var b heap.Builder
	b.Add(0)
	h, err := b.Build()
	require.NoError(t, err)
	f, err := NewFloor(context.Background(), h)
	require.NoError(t, err)
	require.GreaterOrEqual(t, int64(f.Measure(2)), int64(0))
}
