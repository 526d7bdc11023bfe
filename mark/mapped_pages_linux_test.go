package mark_test

import (
	"context"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// pageOut asks the kernel to write pages back to their file and to forget them (since Linux 5.4).
const pageOut = 21

// TestPagesGoAwayUnderTheMark gives all pages of a mapped heap back, again and again while it is marked, as
// a system does that is short of memory. Each mark finds what the oracle has found before.
func TestPagesGoAwayUnderTheMark(t *testing.T) {
	for _, layout := range []shape.Layout{shape.Alloc, shape.BFS, shape.Shuffled} {
		h := built(t, "random", 40_000, layout)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		mapped := mapHeap(t, h)
		for _, workers := range []int{1, 2, 5} {
			var seen, gone atomic.Int64
			m := newMarker(t, mark.Options{Workers: workers, Until: func(uint32) bool {
				if seen.Add(1)%5_000 == 0 {
					if giveBack(mapped.Arena()) == nil {
						gone.Add(1)
					}
				}
				return false
			}})
			require.NoError(t, giveBack(mapped.Arena()))
			got, err := m.MarkHeap(context.Background(), mapped)
			require.NoError(t, err)
			require.NoError(t, got.Marks.Compare(want))
			require.Positive(t, gone.Load(), "no page went away while the heap was marked")
		}
		require.NoError(t, giveBack(mapped.Arena()))
		again, err := heap.Levels(mapped)
		require.NoError(t, err)
		require.Equal(t, want.Count, again.Count)
	}
}

// giveBack gives the pages of memory back. A kernel that does not know how to page out at least takes
// them out of this process.
func giveBack(memory []byte) error {
	if syscall.Madvise(memory, pageOut) == nil {
		return nil
	}
	return syscall.Madvise(memory, syscall.MADV_DONTNEED)
}
