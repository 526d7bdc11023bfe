package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins. It is right, and it waits for memory at each object. How it
// waits less is yours to write.
func Mark(h *Heap, marks *Bitmap) {
	var stack []uint32
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
		}
	}
}
