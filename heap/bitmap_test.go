package heap

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBitmapOneBitAtATime(t *testing.T) {
	for _, n := range []uint64{1, 2, 63, 64, 65, 130} {
		b := NewBitmap(n)
		require.Equal(t, n, b.Len())
		require.Len(t, b.Words(), int(n+63)/64)
		for r := range n {
			require.False(t, b.Has(Ref(r)))
			require.True(t, b.TestAndSet(Ref(r)))
			require.False(t, b.TestAndSet(Ref(r)))
			require.True(t, b.Has(Ref(r)))
			require.Equal(t, r+1, b.Count())
			require.Equal(t, uint64(1)<<(r%64), b.Words()[r/64].Load()&(1<<(r%64)))
		}
		for _, r := range []uint64{n, n + 1, n + 64, 1<<32 - 1} {
			require.False(t, b.Has(Ref(r)))
			require.Panics(t, func() { b.TestAndSet(Ref(r)) }, "bit %d of %d", r, n)
		}
		require.Equal(t, n, b.Count())
		b.Clear()
		require.Zero(t, b.Count())
	}
	require.Panics(t, func() { NewBitmap(MaxGranules + 1) })
	require.False(t, new(Bitmap).Has(0))
}

// TestTestAndSetExactlyOnce lets several goroutines set all bits of the same
// words, in different orders: each bit is won by one of them.
func TestTestAndSetExactlyOnce(t *testing.T) {
	const bits, workers, rounds = 1 << 12, 4, 20
	b := NewBitmap(bits)
	shared := 0
	for range rounds {
		b.Clear()
		var wins [workers][bits]bool
		var wg sync.WaitGroup
		start := make(chan struct{})
		for w := range workers {
			wg.Go(func() {
				<-start
				for i := range bits {
					if i%64 == 0 {
						runtime.Gosched() // take turns even on one processor
					}
					r := (i*(2*w+1) + w*977) % bits // odd steps visit every bit
					wins[w][r] = b.TestAndSet(Ref(r))
				}
			})
		}
		close(start)
		wg.Wait()
		require.EqualValues(t, bits, b.Count())
		winners := 0
		for r := range bits {
			won := 0
			for w := range workers {
				if wins[w][r] {
					won++
				}
			}
			require.Equal(t, 1, won, "bit %d", r)
		}
		for w := range workers {
			for r := range bits {
				if wins[w][r] {
					winners++
					break
				}
			}
		}
		if winners > 1 {
			shared++
		}
	}
	require.Positive(t, shared, "in no round did two goroutines win bits: nothing was concurrent")
}

func TestBitmapResize(t *testing.T) {
	var b Bitmap
	fill := func(n uint64) {
		require.Equal(t, n, b.Len())
		require.Zero(t, b.Count(), "bits of an earlier use")
		for r := range n {
			require.True(t, b.TestAndSet(Ref(r)))
		}
	}
	for _, n := range []uint64{100, 1, 100, 0, 64, 1000, 65, 1000} {
		b.Resize(n)
		fill(n)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { b.Resize(1000); b.Resize(3) }), "a bitmap that is large enough is reused")
	require.Panics(t, func() { b.Resize(MaxGranules + 1) })
}

func TestCompare(t *testing.T) {
	h := sample(t)
	want, err := Reachable(h)
	require.NoError(t, err)
	require.EqualValues(t, 4, want.Count)

	mark := func(refs ...Ref) *Bitmap {
		b := NewBitmap(h.Granules())
		for _, r := range refs {
			b.TestAndSet(r)
		}
		return b
	}
	require.NoError(t, mark(1, 4, 8, 15).Compare(want))
	require.EqualError(t, mark(1, 8, 15).Compare(want), "heap: the mark differs from the oracle: 1 reachable objects are not marked, 0 unreachable ones are; first: the object at granule 4 is reachable but not marked")
	require.EqualError(t, mark(1, 4, 8, 11, 15).Compare(want), "heap: the mark differs from the oracle: 0 reachable objects are not marked, 1 unreachable ones are; first: the object at granule 11 is marked but not reachable")
	require.ErrorContains(t, mark(1, 4, 5, 60).Compare(want), "2 reachable objects are not marked, 2 unreachable ones are; first: the object at granule 5 is marked")

	// Differences in several words add up.
	wide, marked := &Reached{bits: make([]uint64, 3)}, NewBitmap(3*64)
	for _, r := range []Ref{1, 64, 128, 130} {
		wide.add(r)
	}
	for _, r := range []Ref{2, 64, 70, 71, 129} {
		marked.TestAndSet(r)
	}
	require.ErrorContains(t, marked.Compare(wide), "3 reachable objects are not marked, 4 unreachable ones are; first: the object at granule 1 is reachable")

	// Bitmaps of other lengths: the missing words count as unmarked.
	require.ErrorContains(t, new(Bitmap).Compare(want), "4 reachable objects are not marked")
	long := NewBitmap(1 << 12)
	for _, r := range []Ref{1, 4, 8, 15} {
		long.TestAndSet(r)
	}
	require.NoError(t, long.Compare(want))
	long.TestAndSet(4000)
	require.ErrorContains(t, long.Compare(want), "the object at granule 4000 is marked but not reachable")
}

// TestBitmapAll: what is marked and what is not, each in ascending order, and nothing beyond the
// last bit. A caller may stop earlier.
func TestBitmapAll(t *testing.T) {
	for _, n := range []uint64{0, 1, 63, 64, 65, 200} {
		b := NewBitmap(n)
		want := map[bool][]uint32{}
		for r := range uint32(n) {
			if r%3 == 0 {
				b.TestAndSet(Ref(r))
			}
			want[r%3 == 0] = append(want[r%3 == 0], r)
		}
		for _, marked := range []bool{false, true} {
			require.Equal(t, want[marked], slices.Collect(b.All(marked)))
			for r := range b.All(marked) {
				require.Equal(t, want[marked][0], r)
				break
			}
		}
	}
}

// TestGrow: bits stay, new ones are clear, also where the memory has had others. Growing bit by bit is copied seldom.
func TestGrow(t *testing.T) {
	sizes := []uint64{0, 1, 63, 64, 65, 128, 130, 300}
	for i, from := range sizes {
		for _, to := range sizes[i:] {
			b := NewBitmap(300)
			for r := range Ref(300) {
				b.TestAndSet(r)
			}
			b.Resize(from)
			for r := uint64(0); r < from; r += 3 {
				b.TestAndSet(Ref(r))
			}
			b.Grow(to)
			require.Equal(t, to, b.Len())
			require.Len(t, b.Words(), int(to+63)/64)
			for r := range to {
				require.Equal(t, r < from && r%3 == 0, b.Has(Ref(r)), "bit %d, %d to %d", r, from, to)
			}
			require.Equal(t, (from+2)/3, b.Count())
		}
	}
	b, copies, last := NewBitmap(1), 0, (*Word)(nil)
	for n := uint64(1); n <= 64*1000; n += 64 {
		if b.Grow(n); &b.words[0] != last {
			copies, last = copies+1, &b.words[0]
		}
	}
	require.Less(t, copies, 50)
	require.PanicsWithValue(t, "heap: a bitmap of 63937 bits cannot grow to 1 bits: at most 4294967296", func() { b.Grow(1) })
	require.Panics(t, func() { b.Grow(MaxGranules + 1) })
}
