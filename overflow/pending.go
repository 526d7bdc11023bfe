package overflow

import (
	"fmt"
	"math/bits"
)

// The second tier is a bitmap of the references that are marked but not yet scanned, with a
// summary of one bit for each chunk of the bitmap.
//
// The source is Eclipse OMR. Its collectors have a second bit beside the mark bit, for
// overflowed objects, and call this double marking. There one thread then walks the whole
// heap. Three things differ here:
//
//   - The bits stand in a separate bitmap, indexed by reference, so the heap may be
//     read-only.
//   - A summary says which chunks are worth reading.
//   - Chunks are claimed one by one, so all workers sweep at once.
//
// The picture:
//
//	summary   | 0 0 1 0 ... |               one bit for each chunk
//	                |
//	                v
//	words  ... | w0 w1 w2 ... w511 | ...    chunk: 512 words, 32768 references
//	            ref = (chunk*512 + word)*64 + bit
//
// Invariants:
//
//  1. While no Add or Take is running, a chunk that has a bit set has its summary bit set.
//     (A summary bit may be set over an empty chunk.)
//  2. A goroutine sets a bit before it looks at the summary. It clears a summary bit before
//     it reads the chunk's words.
//  3. A bit that Add has set is cleared by exactly one And. The goroutine of this And
//     returns the reference from Take.
//
// Why 1 follows from 2: Add sets a bit first. Then it finds the summary bit set, or sets it.
// The next claim of the chunk comes after that. It clears the summary bit first, and reads
// the words afterwards, and therefore sees the bit.
//
// Cost: Add is one atomic Or and one load. For the first reference of a chunk it is a second
// Or, too. Take is one And for each claim, one And for each word that is not empty, and 512
// loads for each claim.

const (
	// chunkRefs is how many references a chunk has.
	chunkRefs = chunkWords * 64

	// maxRefs is how many different 32-bit references there are.
	maxRefs = 1 << 32

	// minTake is the length of the shortest buffer for Take. It has room for the
	// references of one word, so that a call can always move something.
	minTake = 64
)

// Pending is the second tier: a set of references below a limit. It never grows and
// is never full. Make a Pending with [NewPending].
type Pending struct {
	n       uint64
	words   []word64
	summary []word64 // padded at both ends; see paddedWords
}

// NewPending returns an empty set for the references 0 to n-1. It panics if n is more
// than 2^32.
//
// It takes one bit for each reference, one bit for each 32768 references, both
// rounded up to 8 bytes, and 256 bytes. For 2^32 references these are 512 MiB and 16
// KiB.
//
// NewPending does not write to this memory, so a set that is never used has no physical
// memory behind it. The first reference of each chunk costs a page fault.
func NewPending(n uint64) *Pending {
	if n > maxRefs {
		panic(fmt.Sprintf("overflow: NewPending: %d references, want at most %d", n, uint64(maxRefs)))
	}
	words := (n + 63) / 64
	chunks := (words + chunkWords - 1) / chunkWords
	_, summary := paddedWords(int((chunks + 63) / 64))
	return &Pending{n: n, words: make([]word64, words), summary: summary}
}

// paddedWords returns n words in the middle of a longer slice. The rest of the slice
// keeps others away.
func paddedWords(n int) (whole, middle []word64) {
	const pad = padBytes / 8
	whole = make([]word64, pad+n+pad)
	return whole, whole[pad : pad+n : pad+n]
}

// Add puts ref into the set. It returns true if ref was not in the set before. It
// panics if ref is out of range. Any goroutine may call it.
//
// After false, Empty may still return true for a moment: another goroutine is adding the
// same reference.
func (t *Pending) Add(ref uint32) bool {
	if uint64(ref) >= t.n {
		panic(fmt.Sprintf("overflow: Add: reference %d, want less than %d", ref, t.n))
	}
	w, bit := ref/64, uint64(1)<<(ref%64)
	if t.words[w].Or(bit)&bit != 0 {
		return false
	}
	// The bit comes first, the summary second. The other order loses references. This
	// is "summary before bit":
	//
	//  1. A sets the summary bit.
	//  2. T claims the chunk: it clears the summary bit.
	//  3. T sweeps the words, and finds nothing.
	//  4. A sets ref's bit. No summary bit leads to it.
	//
	// Nor may the load in flag come before the Or above. It would find the summary
	// bit of before step 2.
	t.flag(w / chunkWords)
	return true
}

// flag makes a chunk worth claiming. It loads the summary bit first. Most of the time
// the bit is already set, and a load leaves the cache line shared.
func (t *Pending) flag(chunk uint32) {
	s, bit := &t.summary[chunk/64], uint64(1)<<(chunk%64)
	if s.Load()&bit == 0 {
		s.Or(bit) // publish: pairs with the And in claim
	}
}

// Empty reports whether the set is empty. True is right while no Add or Take is running.
// False may be wrong: a summary bit may be set over an empty chunk. Empty reads n/2^21
// words. Any goroutine may call it.
//
// A caller that concludes from Empty that work is over must count a goroutine as active
// from before its Take: see the package comment.
func (t *Pending) Empty() bool {
	for i := range t.summary {
		if t.summary[i].Load() != 0 {
			return false
		}
	}
	return true
}

// Reset empties the set. No other goroutine may use it meanwhile. It visits only the flagged chunks
// (invariant 1), so Reset of an empty set costs what Empty costs.
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

// Bytes returns the memory of the set in bytes, with or without physical memory
// behind it.
func (t *Pending) Bytes() int64 {
	return int64(len(t.words))*8 + int64(len(t.summary))*8 + 2*padBytes
}
