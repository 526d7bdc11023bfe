package stealq

import "math/bits"

// An indexRange is the steal range of a WorkRange, packed in one word. workrange.go has
// the picture. Its length is 0 or a power of two, as that of a stealRange. But it is
// known by its end, which moves down when thieves take, and its indices do not wrap.
type indexRange uint64

const (
	highBits      = 24
	highShift     = codeBits
	indexTagShift = highShift + highBits
)

// high is the end of the steal range, and of what is left.
func (s indexRange) high() uint64 { return uint64(s) >> highShift & MaxWorkRange }

// length is the number of indices that the next steal takes.
func (s indexRange) length() uint64 { return 1 << (s & (1<<codeBits - 1)) >> 1 }

// replacedBy returns the range that follows s. It has the next tag, the given end, and the
// given length, which is 0 or a power of two.
func (s indexRange) replacedBy(high, length uint64) indexRange {
	tag := (uint64(s)>>indexTagShift + 1) & tagMask
	return indexRange(tag<<indexTagShift | high<<highShift | uint64(bits.Len64(length)))
}
