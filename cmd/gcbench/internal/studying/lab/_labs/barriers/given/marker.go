package answer

// scanStack shades what the registers of a mutator have. The caller holds its lock.
func (h *Heap) scanStack(m *Mutator) {
	stack := m.Stack.Load()
	h.Colours.Or(grey(register(stack, X)) | grey(register(stack, Y)))
	m.scanned = true
}

// drain scans grey objects until it finds none.
func (h *Heap) drain() {
	for {
		obj := firstGrey(h.Colours.Load())
		if obj == Nil {
			return
		}
		// Between these two steps a mutator may store into obj. The marker does not see it.
		to := h.Fields[obj].Load()
		h.Colours.Or(black(obj) | grey(to))
	}
}

// stop waits until all mutators stand still between two operations, and keeps them there.
func (h *Heap) stop() {
	for _, m := range h.mutators {
		m.Lock.Lock()
	}
}

// goOn lets them go on.
func (h *Heap) goOn() {
	for _, m := range h.mutators {
		m.Lock.Unlock()
	}
}
