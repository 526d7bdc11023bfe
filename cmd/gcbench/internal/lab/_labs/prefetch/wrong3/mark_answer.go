// Wrong: scanned more than

package answer

// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h *Heap, marks *Bitmap) {
	var queue []uint32
	find := func(object uint32) {
		if object != 0 && !marks.Has(object) {
			marks.Set(object)
			queue = append(queue, object)
			h.Prefetch(object) // the queue gets long: the cache has lost it when its turn comes
		}
	}
	for _, root := range h.Roots() {
		find(root)
	}
	for len(queue) > 0 {
		object := queue[0]
		queue = queue[1:]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		}
	}
}
