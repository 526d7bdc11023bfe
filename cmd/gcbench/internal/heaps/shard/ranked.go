package shard

import (
	"iter"
	"math/bits"
)

// ranked is a set of numbers below 2^32 that says how many members are below one (Jacobson,
// "Space-Efficient Static Trees and Graphs", FOCS 1989, with one level of counts). It has
// one bit for each number, and for each 64 bits how many members come before them.
type ranked struct {
	bits   []uint64
	before []uint32 // valid after index
	// Only these words may have members. It therefore costs little to clear a set whose
	// members lie close together.
	low, high int
}

func newRanked(n uint64) *ranked {
	words := (n + 63) / 64
	return &ranked{bits: make([]uint64, words), before: make([]uint32, words), low: int(words)}
}

// add puts a number into the set.
func (r *ranked) add(n uint64) {
	k := int(n / 64)
	r.bits[k] |= 1 << (n % 64)
	r.low, r.high = min(r.low, k), max(r.high, k+1)
}

// clear empties the set.
func (r *ranked) clear() {
	if r.low < r.high {
		clear(r.bits[r.low:r.high])
	}
	r.low, r.high = len(r.bits), 0
}

// index counts the members, and returns how many there are. After it rank is right until the
// next add.
func (r *ranked) index() uint64 {
	sum := uint64(0)
	for k := r.low; k < r.high; k++ {
		r.before[k] = uint32(sum)
		sum += uint64(bits.OnesCount64(r.bits[k]))
	}
	return sum
}

// rank returns how many members are below a member.
func (r *ranked) rank(member uint64) uint64 {
	k := member / 64
	return uint64(r.before[k]) + uint64(bits.OnesCount64(r.bits[k]&(1<<(member%64)-1)))
}

// all iterates over the members, ascending.
func (r *ranked) all() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for k := r.low; k < r.high; k++ {
			for w := r.bits[k]; w != 0; w &= w - 1 {
				if !yield(uint64(k)*64 + uint64(bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
