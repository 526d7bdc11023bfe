package overflow

import (
	"fmt"
	"math/bits"
)

// This file takes references from a Pending: find a flagged chunk, claim it, sweep it. The
// layout and the invariants are in pending.go.

// Take moves up to len(buf) references of one chunk to buf, in ascending order, and
// returns their number. A chunk is 32768 references. 0 means that Take has found nothing
// in one pass over the set. It panics if buf is shorter than 64. Any goroutine may call
// it.
//
// The hint decides where the search begins, and may be any number. Goroutines that call
// with different hints, such as the numbers of workers, begin far apart, and seldom meet.
//
// A long buffer saves time. A full chunk that is taken in pieces of 64 is read 256 times
// over, which is 4 loads for each reference. In pieces of 1024 it is read 16 times.
func (t *Pending) Take(buf []uint32, hint int) int {
	return t.takeFrom(buf, t.startChunk(hint))
}

// TakeFrom is Take, but the search begins at the chunk of from, and goes on at the first chunk
// after the last. A caller that gives the last reference that it got goes through the set in
// ascending order, round after round. A from beyond the set stands for 0.
func (t *Pending) TakeFrom(buf []uint32, from uint32) int {
	if uint64(from) >= t.n {
		from = 0
	}
	return t.takeFrom(buf, uint64(from/chunkRefs))
}

// takeFrom is Take from the chunk with the number start on.
func (t *Pending) takeFrom(buf []uint32, start uint64) int {
	if len(buf) < minTake {
		panic(fmt.Sprintf("overflow: Take: buffer of %d references, want at least %d", len(buf), minTake))
	}
	words := len(t.summary)
	if words == 0 {
		return 0
	}
	first, from := int(start/64), ^uint64(0)<<(start%64)
	// One round trip; the first word is visited twice, upper part and lower part.
	for i := 0; i <= words; i++ {
		part := ^uint64(0)
		switch i {
		case 0:
			part = from
		case words:
			part = ^from
		}
		if n := t.takeWord((first+i)%words, part, buf); n > 0 {
			return n
		}
	}
	return 0
}

// startChunk spreads consecutive hints over the chunks. Multiples of the golden
// ratio, modulo 1, stay apart (Knuth, The Art of Computer Programming, volume 3,
// section 6.4, theorem S).
func (t *Pending) startChunk(hint int) uint64 {
	chunks := (uint64(len(t.words)) + chunkWords - 1) / chunkWords
	return uint64(uint32(hint)*0x9E3779B1) * chunks >> 32
}

// takeWord tries the flagged chunks of one summary word, those among part.
func (t *Pending) takeWord(i int, part uint64, buf []uint32) int {
	for {
		flagged := t.summary[i].Load() & part
		if flagged == 0 {
			return 0
		}
		bit, above := lowest(flagged)
		part &= above // each chunk once: else a busy adder could keep the caller here for ever
		if !t.claim(i, bit) {
			continue
		}
		if n := t.sweep(uint32(i*64+bits.TrailingZeros64(bit)), buf); n > 0 {
			return n
		}
	}
}

// lowest returns the lowest bit of a set that is not empty, and a mask of all bits
// above it.
func lowest(set uint64) (bit, above uint64) {
	bit = set & -set
	return bit, ^(bit | (bit - 1))
}

// claim clears a summary bit. It returns true if the caller has cleared it. Then the
// caller must sweep the chunk. Acquire: pairs with the Or in flag.
func (t *Pending) claim(i int, bit uint64) bool {
	return t.summary[i].And(^bit)&bit != 0
}

// sweep moves references of a claimed chunk to buf. Another goroutine may claim and
// sweep the same chunk meanwhile, because an Add has flagged it again. The And gives
// each bit to one of the two.
//
// The claim comes first, the words second. The other order loses references. This is
// "summary cleared after sweep":
//
//  1. T sweeps the words.
//  2. A sets a bit in a word that T has passed. A finds the summary bit set.
//  3. T clears the summary bit. Nothing leads to A's bit.
func (t *Pending) sweep(chunk uint32, buf []uint32) int {
	lo := int(chunk) * chunkWords
	hi := min(lo+chunkWords, len(t.words))
	n := 0
	for w := lo; w < hi; w++ {
		seen := t.words[w].Load()
		if seen == 0 {
			continue
		}
		if bits.OnesCount64(seen) > len(buf)-n {
			// The flag comes before the return. Otherwise the caller may go idle
			// first, and for a moment the set looks empty to all: "flag after return".
			t.flag(chunk)
			break
		}
		// Clear what was seen, and nothing newer. All seen bits fit in buf. A goroutine
		// that has set a newer bit flags the chunk after the claim.
		n += unpack(buf[n:], uint32(w)*64, seen&t.words[w].And(^seen))
	}
	return n
}

// unpack writes the positions of the bits of set, plus base, to buf. It returns how
// many there are.
func unpack(buf []uint32, base uint32, set uint64) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		buf[n] = base + uint32(bits.TrailingZeros64(set))
		n++
	}
	return n
}
