package answer

import "testing"

// Three objects: 1 refers to 3, 3 to 3 and to nil, and 5 is garbage that refers to 3.
func TestThreeObjects(t *testing.T) {
	const oneReference, twoReferences = 2<<32 | 1, 2<<32 | 2
	h := NewHeap([]uint64{0, oneReference, 3, twoReferences, 3, oneReference, 3}, []uint32{1})
	marks := NewBitmap(7)
	Mark(h, marks)
	for object, want := range map[uint32]bool{0: false, 1: true, 3: true, 5: false} {
		if got := marks.Has(object); got != want {
			t.Errorf("object %d: marked is %v, want %v", object, got, want)
		}
	}
}
