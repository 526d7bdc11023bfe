package answer

import (
	"fmt"
	"math/bits"
)

// stealRange is the range of a deque. It packs three numbers into one word, so that one
// compare-and-swap checks and replaces all three.
//
//	63                        22 21           5 4     0
//	+---------------------------+--------------+-------+
//	| tag, 42 bits              | top, 17 bits | code  |
//	+---------------------------+--------------+-------+
//
// The length is 0 or a power of two: code 0 is length 0, and code k is length 2^(k-1). The
// tag counts the replacements, and the word is never again what it was. A thief that read it
// and fell asleep fails, even if top and length have come back to the same values.
type stealRange uint64

const (
	codeBits = 5
	topBits  = 17
)

// top is the index of the oldest item, where the next steal begins.
func (r stealRange) top() uint64 { return uint64(r) >> codeBits & (1<<topBits - 1) }

// length is how many items the next steal may take.
func (r stealRange) length() uint64 { return 1 << (r & (1<<codeBits - 1)) >> 1 }

func (r stealRange) tag() uint64 { return uint64(r) >> (codeBits + topBits) }

// replacedBy returns the range that follows r. It has the next tag, the given top, and the
// given length, which is 0 or a power of two.
func (r stealRange) replacedBy(top, length uint64) stealRange {
	return stealRange((r.tag()+1)<<(codeBits+topBits) | top<<codeBits | uint64(bits.Len64(length)))
}

// ownerRange is the length of the range that the owner sets for n items: n if n is 0 or 1,
// otherwise the power of two for which 2*length <= n < 4*length.
func ownerRange(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << (bits.Len64(n) - 2)
}

// crosses says whether the owner must replace the range when the length of its deque goes
// from one number to the other: when the length enters or leaves a run [2^i .. 2^(i+1)).
func crosses(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }

// Range returns the three numbers of the deque's steal range, for the judge.
func (d *Deque) Range() (top, length, tag uint64) {
	r := d.stealRange()
	return r.top(), r.length(), r.tag()
}

// Show writes a steal range for the judge's tables: 3+1 #2 has top 3, length 1 and tag 2.
func Show(packed uint64) string {
	r := stealRange(packed)
	return fmt.Sprintf("%d+%d #%d", r.top(), r.length(), r.tag())
}
