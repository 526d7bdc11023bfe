package forward

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

const (
	// maxSegmentShift is the binary logarithm of the largest segment: 256 KiB of a heap.
	maxSegmentShift = 15
	// segmentsEach is how many segments an owner has at least, on the average, unless they
	// would be smaller than policy.MinSegmentShift says.
	segmentsEach = 16
)

// Segments say which worker sets which mark bits, if bits have owners.
//
// A segment is a run of 2^shift granules of a heap, or of nodes of a graph. Its owner is
// the only worker that tests and sets its mark bits. Plain stores are therefore enough,
// and each line of the bitmap stays in the cache of one processor. A word of the bitmap
// has 64 bits, so a segment has at least 64 refs: else two owners would store to one
// word.
//
// The source is Oancea, Mycroft and Watt, "A New Approach to Parallelising Tracing
// Algorithms" (ISMM 2009). There an owner also scans the objects of its memory. Here it
// owns their bits only, and anybody may scan.
type Segments struct {
	owners uint32 // workers 0 to owners-1; 0 or 1 means that no worker forwards anything
	shift  uint32
}

// SegmentsOf returns the segments of n refs, for that many owners.
func SegmentsOf(n uint64, owners int) Segments {
	shift := bits.Len64(n / (segmentsEach * uint64(owners)))
	return Segments{uint32(owners), uint32(min(max(shift-1, policy.MinSegmentShift), maxSegmentShift))}
}

// Owner returns the owner of a ref's segment, 0 to owners-1. A hash spreads the segments.
func (s Segments) Owner(ref uint32) uint32 {
	return uint32(uint64((ref>>s.shift)*kernel.SegmentHash) * uint64(s.owners) >> 32)
}

// limit is the least hash whose owner is at least the given one, which is not 0.
func (s Segments) limit(owner int) uint32 {
	return uint32((uint64(owner)<<32 + uint64(s.owners) - 1) / uint64(s.owners))
}
