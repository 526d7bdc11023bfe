package stealq

import "math/bits"

// A stealRange is the range of a StealHalf deque. It packs three numbers into one word,
// so that one compare-and-swap replaces all three: the top index, the number of items
// that the next steal may take, and a tag that counts the replacements.
//
//	63                        22 21           5 4     0
//	+---------------------------+--------------+-------+
//	| tag, 42 bits              | top, 17 bits | code  |
//	+---------------------------+--------------+-------+
//
// The paper packs {tag, top, stealLast}. Here the length stands for stealLast. The
// length is always 0 or a power of two, so 5 bits hold it: code 0 is length 0, and code
// k is length 2^(k-1). Every bit saved makes the tag longer. Top is an index modulo
// twice the capacity, and MaxCapacity keeps it below 2^17.
//
// The tag makes a thief fail that has slept on an old range. It fails even when owner
// and thieves have since brought top and length back to the same values. An old thief
// can succeed only if the range was replaced an exact multiple of 2^42 times between
// its load and its compare-and-swap. With one replacement every 5 ns and nothing else,
// 2^42 replacements take more than 6 hours.
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

// replacedBy returns the range that follows r. It has the next tag, the given top, and
// the given length, which is 0 or a power of two.
func (r stealRange) replacedBy(top, length uint64) stealRange {
	tag := (uint64(r)>>tagShift + 1) & tagMask
	return stealRange(tag<<tagShift | top<<topShift | uint64(bits.Len64(length)))
}

// ownerRange returns the length of the range that the owner sets for n items: n if n is 0
// or 1, otherwise the power of two for which 2*length <= n < 4*length.
func ownerRange(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << (bits.Len64(n) - 2)
}

// thiefRange returns the length of the range that a thief leaves when it takes num of n
// items. The length is 0 if the theft empties the deque. Otherwise it is one eighth of
// the power of two above n, but at least 1.
//
// This is half of what ownerRange gives. The thief's n may be old: the owner may have
// popped meanwhile, without a compare-and-swap, down to the power of two below n. The
// range must not reach the items that the owner has popped.
func thiefRange(n, num uint64) uint64 {
	if num >= n {
		return 0
	}
	return max(1, uint64(1)<<bits.Len64(n)>>3)
}

// crosses says whether the owner must replace the range when the length of its deque goes
// from one number to the other. It must when the length enters or leaves a run [2^i ..
// 2^(i+1)). For a single push or pop this is the paper's test "the length is a power of
// two".
func crosses(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }
