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

// TestTakeFromMisuse: the room that a caller gives is checked, as in Take.
func TestTakeFromMisuse(t *testing.T) {
	require.Panics(t, func() { overflow.NewPending(5).TakeFrom(make([]uint32, 63), 0) })
}
