package mark

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Offsets of 64 bits are needed for 2^32 edges and more, and are made in the same way.
func TestWideOffsets(t *testing.T) {
	edges := func(yield func(from, to uint32) bool) {
		_ = yield(2, 0) && yield(0, 1) && yield(2, 1)
	}
	degrees := make([]uint32, 3)
	first := tally{nodes: 3, most: math.MaxUint64}
	require.NoError(t, first.through(edges, counts(degrees)))
	targets := make([]uint32, 3)
	offsets, err := placeEdges[uint64](degrees, first, edges, targets)
	require.NoError(t, err)
	require.Equal(t, []uint64{0, 1, 1, 3}, offsets)
	require.Equal(t, []uint32{1, 0, 1}, targets)
}

func TestTooManySuccessors(t *testing.T) {
	err := countBlock([]uint32{0, MaxNodes}, []uint64{1, 1 << 32})
	require.EqualError(t, err, "mark: node 1 has more than 4294967295 successors, which are the most that are allowed")
}
