// Wrong: is marked and was never scanned

package answer

const flight = 16

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
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
	var ring [flight]uint32
	for at := 0; len(stack) > 0; at = (at + 1) % flight { // the ring may still hold objects
		object := ring[at]
		ring[at], stack = stack[len(stack)-1], stack[:len(stack)-1]
		h.Prefetch(ring[at])
		if object != 0 {
			for i := range h.NumReferences(object) {
				find(h.Reference(object, i))
			}
		}
	}
}
