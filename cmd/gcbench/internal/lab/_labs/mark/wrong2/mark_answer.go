// Wrong: it recurses too deep

package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	for _, root := range h.Roots() {
		find(h, marks, root)
	}
}

func find(h Heap, marks Bitmap, object uint32) {
	if object == 0 || marks.Has(object) {
		return
	}
	marks.Set(object)
	for i := range h.NumReferences(object) {
		find(h, marks, h.Reference(object, i)) // the stack of the goroutine is the stack
	}
}
