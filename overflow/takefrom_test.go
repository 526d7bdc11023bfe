package overflow_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// TestTakeFromBeginsAtItsChunk: where every chunk has something, TakeFrom gets it from the chunk of
// its number, wherever in the chunk this number is. A number beyond the set stands for 0.
func TestTakeFromBeginsAtItsChunk(t *testing.T) {
	const chunks, n = 200, 199*chunk + 5 // four summary words, and a chunk that is not whole
	s, buf := overflow.NewPending(n), make([]uint32, 64)
	for c := range uint32(chunks) {
		s.Add(c * chunk)
	}
	takes := func(from, want uint32) {
		t.Helper()
		require.Equal(t, 1, s.TakeFrom(buf, from))
		require.Equal(t, want, buf[0], "from %d", from)
		require.True(t, s.Add(want))
	}
	for c := range uint32(chunks) {
		takes(c*chunk, c*chunk)
		takes(min(c*chunk+chunk-1, n-1), c*chunk)
	}
	for _, from := range []uint32{n, n + 1, chunks * chunk, math.MaxUint32} {
		takes(from, 0)
	}
}

// TestTakeFromGoesRound: whoever gives the last reference of what it got goes up through the whole set, and
// then begins again with the first chunk.
func TestTakeFromGoesRound(t *testing.T) {
	for _, chunks := range []uint32{1, 2, 63, 64, 65, 130} {
		s, buf := overflow.NewPending(uint64(chunks)*chunk), make([]uint32, 64)
		for c := range chunks {
			s.Add(c*chunk + c%chunk)
		}
		for c := range chunks { // from the middle: up to the end, and then from the start
			want := (c + chunks/2) % chunks
			from := want * chunk
			if c > 0 {
				from = buf[0]
			}
			require.Equal(t, 1, s.TakeFrom(buf, from))
			require.Equal(t, want*chunk+want%chunk, buf[0], "%d chunks", chunks)
		}
		require.Zero(t, s.TakeFrom(buf, buf[0]))
		require.True(t, s.Empty())
	}
	require.Zero(t, overflow.NewPending(0).TakeFrom(make([]uint32, 64), 7))
	require.Panics(t, func() { overflow.NewPending(5).TakeFrom(make([]uint32, 63), 0) })
}
