// Wrong: sweeps from the first word to the last need

package answer

import "math/bits"

// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	for _, root := range h.Roots() {
		find(root, marks, pending)
	}
	for {
		object, any := first(pending) // looks for each object from the first word on
		if !any {
			return
		}
		pending.Clear(object)
		for k := range h.NumReferences(object) {
			find(h.Reference(object, k), marks, pending)
		}
	}
}

// first returns the first object in a set.
func first(pending Bitmap) (object uint32, any bool) {
	for i := range pending.NumWords() {
		if word := pending.Word(i); word != 0 {
			return uint32(64*i + bits.TrailingZeros64(word)), true
		}
	}
	return 0, false
}

// find makes a white object grey.
func find(object uint32, marks, pending Bitmap) {
	if object != 0 && !marks.Has(object) {
		marks.Set(object)
		pending.Set(object)
	}
}
