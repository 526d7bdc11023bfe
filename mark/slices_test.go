package mark_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Neither is each batch a slice, nor is all of a scan one. A mark that the machine has stopped for
// long has fewer slices for its time, so some mark must be as it should be.
func TestSlicesJoinBatches(t *testing.T) {
	if raced {
		t.Skip("under the race detector a batch takes as long as a slice")
	}
	m := newMarker(t, mark.Options{Workers: 1, Timeline: 1 << 14})
	s, err := shape.Parse("tree")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 300_000, Seed: 1})
	require.NoError(t, err)
	for range 50 {
		r, err := m.MarkHeap(context.Background(), h)
		require.NoError(t, err)
		n := uint64(len(r.Timeline().Lanes[0].Slices))
		if time.Duration(n) > r.Stats.Duration/(100*time.Microsecond) && n < r.Stats.Sum().Batches/5 {
			return
		}
	}
	t.Fatal("slices are never some microseconds long")
}
