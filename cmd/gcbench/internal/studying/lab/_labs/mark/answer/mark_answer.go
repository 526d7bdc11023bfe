package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	var stack []uint32 // the grey objects: marked, and not scanned yet
	// find makes a white object grey. The mark comes before the push, so that an object that is
	// found twice is on the stack once.
	find := func(object uint32) {
		if object != 0 && !marks.Has(object) {
			marks.Set(object)
			stack = append(stack, object)
		}
	}
	for _, root := range h.Roots() {
		find(root)
	}
	for len(stack) > 0 {
		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		} // now the object is black
	}
}
