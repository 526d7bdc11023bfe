package heap

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
)

// Bitmap is a mark bitmap: one bit for each granule of an arena, or for each node of a graph.
// It takes 1/64 of the arena's size. An object is marked if the bit of its header granule is
// set.
//
// The words are atomic. Any number of goroutines may call Has and TestAndSet at once.
type Bitmap struct {
	words []Word
	bits  uint64
}

// NewBitmap returns a bitmap of n bits, all clear, for the refs below n. It panics if n is
// above MaxGranules. Any goroutine may call it.
func NewBitmap(n uint64) *Bitmap {
	if n > MaxGranules {
		panic(fmt.Sprintf("heap: bitmap of %d bits: at most %d", n, uint64(MaxGranules)))
	}
	return &Bitmap{words: make([]Word, (n+63)/64), bits: n}
}

// Len returns the number of bits.
func (b *Bitmap) Len() uint64 { return b.bits }

// Words returns the bitmap's words. Bit r%64 of word r/64 belongs to Ref r. Words is for a
// scan loop that tests and sets bits itself. The caller must not set a bit at Len or above.
func (b *Bitmap) Words() []Word { return b.words }

// TestAndSet marks r and reports whether this call has marked it. If several goroutines call
// it for one r at once, exactly one call returns true, and its caller scans the object.
// TestAndSet panics if r is beyond the bitmap.
func (b *Bitmap) TestAndSet(r Ref) bool {
	if uint64(r) >= b.bits {
		panic("heap: TestAndSet beyond the bitmap")
	}
	w, bit := &b.words[r/64], uint64(1)<<(r%64)
	// Most references lead to marked objects. A load is much cheaper than the locked
	// instruction, and it leaves the cache line shared.
	if w.Load()&bit != 0 {
		return false
	}
	return w.Or(bit)&bit == 0
}

// Has reports whether r is marked. It returns false if r is beyond the bitmap.
func (b *Bitmap) Has(r Ref) bool {
	return uint64(r) < b.bits && b.words[r/64].Load()&(1<<(r%64)) != 0
}

// All iterates, in ascending order, over the refs that are marked, or over those below Len
// that are not. Any goroutine may call it. If other goroutines set bits meanwhile, All sees
// each word of 64 bits as it is when the iteration comes to it.
func (b *Bitmap) All(marked bool) iter.Seq[uint32] {
	flip := uint64(0)
	if !marked {
		flip = ^flip
	}
	return func(yield func(uint32) bool) {
		for i := range b.words {
			for w := b.words[i].Load() ^ flip; w != 0; w &= w - 1 {
				bit := uint64(i)*64 + uint64(bits.TrailingZeros64(w))
				if bit >= b.bits || !yield(uint32(bit)) {
					return
				}
			}
		}
	}
}

// MarshalJSON returns the numbers of the bits that are set as an array, in ascending order.
// It takes up to 11 bytes for each. [Bitmap.All] takes no memory. Any goroutine may call
// MarshalJSON.
func (b *Bitmap) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for bit := range b.All(true) {
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, uint64(bit), 10)
	}
	return append(text, ']'), nil
}

// Clear clears all bits. No other goroutine may use the bitmap meanwhile.
func (b *Bitmap) Clear() { clear(b.words) }

// Resize gives the bitmap n bits and clears all of them. It keeps the memory if that is large
// enough. It panics if n is above MaxGranules. No other goroutine may use the bitmap
// meanwhile.
func (b *Bitmap) Resize(n uint64) {
	if need := (n + 63) / 64; n <= MaxGranules && need <= uint64(cap(b.words)) {
		// Words beyond the old length may hold bits of an earlier use.
		b.words, b.bits = b.words[:need], n
		b.Clear()
		return
	}
	*b = *NewBitmap(n)
	b.Clear() // writes to each page now, so the page faults do not slow down a mark
}

// Grow gives the bitmap n bits. It keeps those that are set, and the new ones are clear. A
// bitmap that grows often is copied seldom. Grow panics if n is less than Len, or above
// MaxGranules. No other goroutine may use the bitmap meanwhile.
func (b *Bitmap) Grow(n uint64) {
	if n < b.bits || n > MaxGranules {
		panic(fmt.Sprintf("heap: a bitmap of %d bits cannot grow to %d bits: at most %d", b.bits, n, uint64(MaxGranules)))
	}
	old, need := b.words, int((n+63)/64)
	if need > cap(old) {
		b.words = make([]Word, need, max(need, len(old)+len(old)/4))
		for i := range old {
			b.words[i].Store(old[i].Load())
		}
	}
	b.words, b.bits = b.words[:need], n
	clear(b.words[len(old):]) // may hold bits of an earlier use
}

// Count returns the number of bits that are set. It is approximate while other goroutines set
// bits.
func (b *Bitmap) Count() uint64 {
	n := 0
	for i := range b.words {
		n += bits.OnesCount64(b.words[i].Load())
	}
	return uint64(n)
}

// Compare returns nil if exactly the objects of want are marked. Otherwise the error counts
// the differences of both kinds and names the first one. No goroutine may set bits meanwhile.
func (b *Bitmap) Compare(want *Reached) error {
	missing, extra := uint64(0), uint64(0)
	first := ""
	for i := range max(len(b.words), len(want.bits)) {
		var got, exp uint64
		if i < len(b.words) {
			got = b.words[i].Load()
		}
		if i < len(want.bits) {
			exp = want.bits[i]
		}
		if got == exp {
			continue
		}
		if first == "" {
			at := uint64(i)*64 + uint64(bits.TrailingZeros64(got^exp))
			verb := "is marked but not reachable"
			if exp>>(at%64)&1 == 1 {
				verb = "is reachable but not marked"
			}
			first = fmt.Sprintf("the object at granule %d %s", at, verb)
		}
		missing += uint64(bits.OnesCount64(exp &^ got))
		extra += uint64(bits.OnesCount64(got &^ exp))
	}
	if first == "" {
		return nil
	}
	return fmt.Errorf("heap: the mark differs from the oracle: %d reachable objects are not marked, %d unreachable ones are; first: %s", missing, extra, first)
}
