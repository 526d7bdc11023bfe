package answer

// Mark marks the heap while mutators run. It scans all stacks while all mutators stand still,
// before any object. This is the snapshot. Then it never scans a stack again.
func (h *Heap) Mark() {
	h.stop()
	for _, m := range h.mutators {
		h.scanStack(m)
	}
	h.goOn()
	h.drain()
	h.stop() // a mutator inside its barrier may be about to shade
	h.drain()
	h.goOn()
}

// ShadesNew says that the barrier of this lab shades what is stored. It need not.
const ShadesNew = false
