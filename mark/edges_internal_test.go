package mark

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Offsets of 64 bits are needed for 2^32 edges and more, and are made in the same way.
func TestWideOffsets(t *testing.T) {
	edges := func(yield func(from, to uint32) bool) {
		_ = yield(2, 0) && yield(0, 1) && yield(2, 1)
	}
	degrees := make([]uint32, 3)
	first, err := countEdges(degrees, edges)
	require.NoError(t, err)
	targets := make([]uint32, 3)
	offsets, err := placeEdges[uint64](degrees, first, edges, targets)
	require.NoError(t, err)
	require.Equal(t, []uint64{0, 1, 1, 3}, offsets)
	require.Equal(t, []uint32{1, 0, 1}, targets)
}

func TestTooManySuccessors(t *testing.T) {
	_, err := countEdges([]uint32{0, MaxNodes}, func(yield func(from, to uint32) bool) { _ = yield(0, 1) && yield(1, 0) })
	require.EqualError(t, err, "mark: edge 1 goes from node 1 to node 0: node 1 already has 4294967295 successors, and may have no more")
}
