// Wrong: object 1 is scanned twice

package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	stack := h.Roots()
	for len(stack) > 0 {
		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		marks.Set(object)
		for i := range h.NumReferences(object) {
			if to := h.Reference(object, i); to != 0 && !marks.Has(to) {
				stack = append(stack, to) // not marked yet: it may be pushed again
			}
		}
	}
}
