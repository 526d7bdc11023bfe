// Wrong: 0 is nil, and nil is no object

package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	var stack []uint32
	find := func(object uint32) {
		if !marks.Has(object) { // nil has no mark either
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
