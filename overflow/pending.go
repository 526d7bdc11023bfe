package overflow

import (
	"fmt"
	"math/bits"
)

// Tier two: a bitmap of the references that are marked but not yet scanned,
// with a summary of one bit for each chunk of it.
//
// Source: a second bit beside the mark bit for overflowed objects is what Eclipse OMR's
// collectors call double marking; there one thread then walks the whole heap.
//
// What differs: the bits stand in a bitmap of their own, indexed by reference,
// so the heap may be read-only; a summary says which chunks are worth reading;
// and chunks are claimed one by one, so that all workers sweep at once.
//
//	summary   | 0 0 1 0 ... |               one bit for each chunk
//	                |
//	                v
//	words  ... | w0 w1 w2 ... w511 | ...    chunk: 512 words, 32768 references
//	            ref = (chunk*512 + word)*64 + bit
//
// Invariants:
//
//  1. While no Add or Take is running, a chunk with a bit set has its summary
//     bit set. (A summary bit may be set over an empty chunk.)
//  2. A goroutine sets a bit before it looks at the summary, and clears a
//     summary bit before it reads the chunk's words.
//  3. A bit that Add sets is cleared by exactly one And, whose goroutine
//     returns the reference from Take.
//
// Why 1 follows from 2: let Add set a bit and then find the summary bit set, or
// set it. The next claim of the chunk comes after that, clears the summary
// bit, and then reads words in which the bit is already set.
//
// Cost: Add is one atomic Or and one load, and a second Or for the first
// reference of a chunk. Take is one And for each claim and for each non-empty
// word, and 512 loads for each claim.

const (
	// chunkRefs is the number of references in a chunk.
	chunkRefs = chunkWords * 64

	// maxRefs is the number of different 32-bit references.
	maxRefs = 1 << 32

	// minTake is the shortest buffer for Take: one word's worth, so that a
	// call can always make progress.
	minTake = 64
)

// Pending is a set of references below a limit, for any number of goroutines.
// It never grows and never refuses. A Pending must be created with NewPending.
type Pending struct {
	n       uint64
	words   []word64
	summary []word64 // padded at both ends, see paddedWords
}

// NewPending returns an empty set for the references 0 to n-1. It panics if n
// exceeds 2^32.
//
// Memory: a bit for each reference and one for each 32768 of them, rounded up
// to 8 bytes each, and 256 bytes. That is 512 MiB and 16 KiB for 2^32
// references. Unlike a pool's, it is not written to here: a mark that does not
// get this far never has it backed by physical memory, and one that does pays a
// page fault for each chunk it is the first to touch.
func NewPending(n uint64) *Pending {
	if n > maxRefs {
		panic(fmt.Sprintf("overflow: NewPending: %d references, want at most %d", n, uint64(maxRefs)))
	}
	words := (n + 63) / 64
	chunks := (words + chunkWords - 1) / chunkWords
	_, summary := paddedWords(int((chunks + 63) / 64))
	return &Pending{n: n, words: make([]word64, words), summary: summary}
}

// paddedWords returns n words in the middle of a slice that keeps others away.
func paddedWords(n int) (whole, middle []word64) {
	const pad = padBytes / 8
	whole = make([]word64, pad+n+pad)
	return whole, whole[pad : pad+n : pad+n]
}

// Add puts ref into the set and tells whether it was not there. It panics if ref
// is out of range. Any goroutine may call it. Lock-free.
//
// After false, Empty may say true for a moment more: whoever is adding the
// same reference has not reached the summary yet.
func (t *Pending) Add(ref uint32) bool {
	if uint64(ref) >= t.n {
		panic(fmt.Sprintf("overflow: Add: reference %d, want less than %d", ref, t.n))
	}
	w, bit := ref/64, uint64(1)<<(ref%64)
	if t.words[w].Or(bit)&bit != 0 {
		return false
	}
	// The bit first, the summary second. The other order loses references,
	// "summary before bit":
	//
	//	1. A sets the summary bit.
	//	2. T claims the chunk: clears the summary bit.
	//	3. T sweeps the words and finds nothing.
	//	4. A sets ref's bit. No summary bit leads to it.
	//
	// Nor may the load in flag move up: it would find the bit of before step 2.
	t.flag(w / chunkWords)
	return true
}

// flag makes chunk worth claiming. It loads first, because most of the time
// the bit is set and a load leaves the line shared.
func (t *Pending) flag(chunk uint32) {
	s, bit := &t.summary[chunk/64], uint64(1)<<(chunk%64)
	if s.Load()&bit == 0 {
		s.Or(bit) // publish: pairs with the And in claim
	}
}

// Empty tells whether no chunk is flagged, by reading the summary only: n/2^21
// words. Any goroutine may call it. While no Add or Take is running the answer
// is exact in one direction: true means that the set is empty.
//
// A caller that uses it to decide that work is over must count a goroutine as
// active before it calls Take, and until it is done with what Take gave it.
func (t *Pending) Empty() bool {
	for i := range t.summary {
		if t.summary[i].Load() != 0 {
			return false
		}
	}
	return true
}

// Reset empties the set. Nobody else may use it meanwhile. It visits flagged
// chunks only (invariant 1), so that after a mark that ran to its end, which
// leaves the set empty, it costs what Empty costs.
func (t *Pending) Reset() {
	for i := range t.summary {
		for set := t.summary[i].Load(); set != 0; set &= set - 1 {
			lo := (i*64 + bits.TrailingZeros64(set)) * chunkWords
			for w := lo; w < min(lo+chunkWords, len(t.words)); w++ {
				t.words[w].Store(0)
			}
		}
		t.summary[i].Store(0)
	}
}

// Bytes returns the memory of the set in bytes, backed by physical memory or not.
func (t *Pending) Bytes() int64 {
	return int64(len(t.words))*8 + int64(len(t.summary))*8 + 2*padBytes
}
