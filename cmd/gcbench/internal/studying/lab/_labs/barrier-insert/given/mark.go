package answer

// Mark marks the heap while mutators run. It scans their stacks one after the other, and
// objects between. While it scans one stack, the other mutators run.
func (h *Heap) Mark() {
	for _, m := range h.mutators {
		m.Lock.Lock()
		h.scanStack(m)
		m.Lock.Unlock()
		h.drain()
	}
	h.finish()
}

// newIsBlack says whether a new object is black. Otherwise it is white.
func (m *Mutator) newIsBlack() bool { return true }

// ShadesNew says that the barrier of this lab shades what is stored.
const ShadesNew = true
