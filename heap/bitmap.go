package heap

import (
	"fmt"
	"math/bits"
)

// Bitmap is a side mark bitmap: one bit for each granule of an arena, in
// words that any number of goroutines may set at once. An object is marked if
// the bit of its header granule is set. It takes 1/64 of the arena's size.
//
// Tracers of other graphs index it by node number.
type Bitmap struct {
	words []word
	bits  uint64
}

// NewBitmap returns a cleared bitmap for refs below n, n at most MaxGranules.
func NewBitmap(n uint64) *Bitmap {
	if n > MaxGranules {
		panic(fmt.Sprintf("heap: bitmap of %d bits: at most %d", n, uint64(MaxGranules)))
	}
	return &Bitmap{words: make([]word, (n+63)/64), bits: n}
}

// Len returns the number of bits.
func (b *Bitmap) Len() uint64 { return b.bits }

// Words returns the bitmap's words: bit r%64 of word r/64 belongs to Ref r.
// They are for scan loops that test and set bits themselves.
func (b *Bitmap) Words() []word { return b.words }

// TestAndSet marks r and reports whether this call did it. Of any number of
// concurrent calls for one r exactly one returns true. It panics if r is
// beyond the bitmap. Any goroutine may call it.
func (b *Bitmap) TestAndSet(r Ref) bool {
	if uint64(r) >= b.bits {
		panic("heap: TestAndSet beyond the bitmap")
	}
	w, bit := &b.words[r/64], uint64(1)<<(r%64)
	// Most references lead to marked objects: a load is much cheaper than
	// the locked instruction and leaves the line shared.
	if w.Load()&bit != 0 {
		return false
	}
	return w.Or(bit)&bit == 0
}

// Has reports whether r is marked; false beyond the bitmap. Any goroutine may
// call it.
func (b *Bitmap) Has(r Ref) bool {
	return uint64(r) < b.bits && b.words[r/64].Load()&(1<<(r%64)) != 0
}

// Clear unmarks everything. No other goroutine may use the bitmap meanwhile.
func (b *Bitmap) Clear() { clear(b.words) }

// Resize makes the bitmap one of n cleared bits, keeping its memory if that
// suffices. No other goroutine may use the bitmap meanwhile.
func (b *Bitmap) Resize(n uint64) {
	if need := (n + 63) / 64; n <= MaxGranules && need <= uint64(cap(b.words)) {
		// Words beyond the old length may hold bits of an earlier use.
		b.words, b.bits = b.words[:need], n
		b.Clear()
		return
	}
	*b = *NewBitmap(n)
	b.Clear() // writes to each page, so that a mark does not take the faults
}

// Count returns the number of marked refs.
func (b *Bitmap) Count() uint64 {
	n := 0
	for i := range b.words {
		n += bits.OnesCount64(b.words[i].Load())
	}
	return uint64(n)
}

// Compare returns nil if exactly the objects of want are marked, and otherwise
// an error that counts the differences and names the first.
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
