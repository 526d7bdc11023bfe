package answer

import "math/bits"

// Heap is what the marker and the mutators share. An object is a number from 1. It has one
// field and a colour.
type Heap struct {
	Fields  []word // Fields[obj] is the object to which obj refers
	Colours word   // of all objects: see grey and black
	Newest  word   // the object that was allocated last

	mutators []*Mutator
}

// Nil is a reference to no object.
const Nil = 0

// NewHeap makes a heap in which object i refers to fields[i-1], and in which so many objects
// more are free. All are white.
func NewHeap(free int, fields ...uint64) *Heap {
	h := &Heap{Fields: make([]word, 1+len(fields)+free)}
	for i, to := range fields {
		h.Fields[1+i].Store(to)
	}
	h.Newest.Store(uint64(len(fields)))
	h.Colours.Store(black(Nil)) // the marker need not scan it
	return h
}

// Two bits of Colours are the colour of an object: white is 00, grey is 01 and black is 11. One
// Or shades an object, and it leaves a black object black.
//
//	    C    B    A   nil
//	+----+----+----+----+
//	| 00 | 01 | 11 | 11 |     C is white, B is grey, A is black
//	+----+----+----+----+

func grey(obj uint64) uint64  { return 1 << (2 * obj) }
func black(obj uint64) uint64 { return 3 << (2 * obj) }

// IsGrey and IsBlack look at a number that was read from Colours.
func IsGrey(colours, obj uint64) bool  { return colours>>(2*obj)&3 == 1 }
func IsBlack(colours, obj uint64) bool { return colours>>(2*obj)&3 == 3 }

// firstGrey returns the first grey object, or Nil.
func firstGrey(colours uint64) uint64 {
	const lower = 0x5555555555555555 // the lower bit of each colour
	if all := colours &^ (colours >> 1) & lower; all != 0 {
		return uint64(bits.TrailingZeros64(all)) / 2
	}
	return Nil
}

// shade turns a white object grey, in one step. It does nothing to another one, or to Nil.
func (h *Heap) shade(obj uint64) {
	if obj != Nil {
		h.Colours.Or(grey(obj))
	}
}
