package answer

import "math/bits"

// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	for _, root := range h.Roots() {
		find(root, marks, pending)
	}
	for sweep(h, marks, pending) {
		// A scan may have found an object in a word that the sweep had passed.
	}
}

// find makes a white object grey.
func find(object uint32, marks, pending Bitmap) {
	if object != 0 && !marks.Has(object) {
		marks.Set(object)
		pending.Set(object)
	}
}

// sweep scans the grey objects, from the first word of pending to the last. It says whether
// there were any.
func sweep(h Heap, marks, pending Bitmap) (any bool) {
	for i := range pending.NumWords() {
		// The word is read again after each object, for the scan may have added to it.
		for word := pending.Word(i); word != 0; word = pending.Word(i) {
			object := uint32(64*i + bits.TrailingZeros64(word))
			pending.Clear(object)
			for k := range h.NumReferences(object) {
				find(h.Reference(object, k), marks, pending)
			}
			any = true
		}
	}
	return any
}
