package answer

// flight is how many objects are on their way from memory at once. Fewer do not fill the
// time of a miss. Many more may drop out of the cache again before they are scanned.
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
	// The ring delays objects between the stack and the scan: first in, first out. Each object
	// has the time of flight scans to arrive. A place that holds 0 is free.
	var ring [flight]uint32
	for at, inside := 0, 0; len(stack) > 0 || inside > 0; at = (at + 1) % flight {
		object := ring[at] // the oldest one
		ring[at] = 0
		if object != 0 {
			inside--
			for i := range h.NumReferences(object) {
				find(h.Reference(object, i))
			}
		}
		if last := len(stack) - 1; last >= 0 {
			ring[at], stack = stack[last], stack[:last]
			inside++
			h.Prefetch(ring[at])
		}
	}
}
