package heap

import "math/bits"

// waiting is a set of objects that are grey. A search takes them out in the order of their addresses,
// and begins again at the start when it comes to the end. So a search of a mapped
// heap reads the file in order, round after round, and never jumps back for a single object. A stack would
// be shorter. But each object that comes from a stack may wait for the disk.
//
// The set takes one bit for each granule, which is 1/64 of the arena, and 4 bytes for each window. It
// never grows.
//
//	filled  | 0 | 2 | 0 | 1 | ...     how many objects of each window wait
//	              |
//	              v
//	bits    ... 0 1 0 0 1 0 ...       a bit for each granule
type waiting struct {
	bits   []uint64
	filled []uint32
	number uint64 // of objects that wait
	at     int    // the word of bits where the last take ended
}

// windowWords is how many words of the bitmap are a window: 256 KiB of the arena. Within a window it
// costs nothing to jump back, because its pages have just been read.
const windowWords = 512

// newWaiting returns an empty set for the arena of h.
func newWaiting(h *Heap) *waiting {
	words := (h.Granules() + 63) / 64
	return &waiting{bits: make([]uint64, words), filled: make([]uint32, (words+windowWords-1)/windowWords)}
}

// add puts an object into the set that is not there, and lies within the arena.
func (t *waiting) add(r Ref) {
	t.bits[r/64] |= 1 << (r % 64)
	t.filled[r/64/windowWords]++
	t.number++
	if word := int(r / 64); word < t.at && word/windowWords == t.at/windowWords {
		t.at = word // or each object of a list that lies in order would take a round of its own
	}
}

// take moves objects to buf, which has room for 64 at least, and returns how many. They are in
// ascending order, and begin where the last take ended, or further down in the same window. 0 means that none wait from there to
// the end of the arena, or that none wait at all. Then the next take begins at the start.
func (t *waiting) take(buf []uint32) (n int) {
	for t.number > 0 && t.at < len(t.bits) {
		window := t.at / windowWords
		if t.filled[window] == 0 {
			t.at = (window + 1) * windowWords
			continue
		}
		set := t.bits[t.at]
		count := bits.OnesCount64(set)
		if count > len(buf)-n {
			return n
		}
		for ; set != 0; set &= set - 1 {
			buf[n] = uint32(t.at*64 + bits.TrailingZeros64(set))
			n++
		}
		t.bits[t.at] = 0
		t.filled[window] -= uint32(count)
		t.number -= uint64(count)
		t.at++
	}
	if n == 0 {
		t.at = 0
	}
	return n
}
