// Wrong: the two bitmaps are all the memory that it may use

package answer

// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	stack := make([]uint32, 0, 16) // a stack after all: it grows with the heap
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
		for k := range h.NumReferences(object) {
			find(h.Reference(object, k))
		}
	}
}
