package stealq

import "math/bits"

// A stealRange is the steal range of a StealHalf deque, packed in one word so
// that one compare-and-swap replaces it: the top index, the number of items
// that the next steal may take, and a tag that counts the replacements.
//
//	63                        22 21           5 4     0
//	+---------------------------+--------------+-------+
//	| tag, 42 bits              | top, 17 bits | code  |
//	+---------------------------+--------------+-------+
//
// The paper packs {tag, top, stealLast}. Here the length stands for stealLast:
// it is always 0 or a power of two, so 5 bits hold it (code 0 for length 0,
// code k for 2^(k-1)) and every bit saved lengthens the tag. Top is an index
// modulo twice the capacity, at most 2^17.
//
// The tag is what makes a thief that slept on an old range lose, even when
// owner and thieves have since brought top and length back to the same values.
// A stale thief can win only if the range was replaced an exact multiple of
// 2^42 times between its load and its compare-and-swap. At one replacement every
// 5 ns, a compare-and-swap with nothing else, 2^42 take over 6 hours, all
// within a single theft.
type stealRange uint64

const (
	codeBits = 5
	topBits  = 17
	topShift = codeBits
	tagShift = codeBits + topBits
)

// top is the index of the oldest item, where the next steal begins.
func (r stealRange) top() uint64 { return uint64(r) >> topShift & (1<<topBits - 1) }

// length is the number of items that the next steal may take.
func (r stealRange) length() uint64 { return 1 << (r & (1<<codeBits - 1)) >> 1 }

// replacedBy is the range that follows r: the next tag, with the given top and
// a length that is 0 or a power of two.
func (r stealRange) replacedBy(top, length uint64) stealRange {
	tag := (uint64(r)>>tagShift + 1) & tagMask
	return stealRange(tag<<tagShift | top<<topShift | uint64(bits.Len64(length)))
}

// ownerRange is the length of the range that the owner sets for n items: all of
// none or one, else the power of two for which 2*range <= n < 4*range.
func ownerRange(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << (bits.Len64(n) - 2)
}

// thiefRange is the length of the range that a thief leaves when it takes num
// of n items: none if that empties the deque, else one eighth of the power of
// two above n, at least one. It is half of what ownerRange would give because
// the owner may pop, with no compare-and-swap, down to the power of two below n.
func thiefRange(n, num uint64) uint64 {
	if num >= n {
		return 0
	}
	return max(1, uint64(1)<<bits.Len64(n)>>3)
}

// crosses says whether a deque whose length goes from one number to the other
// enters or leaves a run [2^i .. 2^(i+1)), so that the owner must replace the
// range. For a push or a pop that is the paper's "length is a power of two".
func crosses(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }
