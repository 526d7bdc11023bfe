// Wrong: is still pending at the end

package answer

import "math/bits"

// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	for _, root := range h.Roots() {
		find(root, marks, pending)
	}
	for i := range pending.NumWords() { // once: what is found in an earlier word is left there
		for word := pending.Word(i); word != 0; word = pending.Word(i) {
			object := uint32(64*i + bits.TrailingZeros64(word))
			pending.Clear(object)
			for k := range h.NumReferences(object) {
				find(h.Reference(object, k), marks, pending)
			}
		}
	}
}

// find makes a white object grey.
func find(object uint32, marks, pending Bitmap) {
	if object != 0 && !marks.Has(object) {
		marks.Set(object)
		pending.Set(object)
	}
}
