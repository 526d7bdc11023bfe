package answer

// store stores the object to, or Nil, into the field of obj. A mutator calls it.
func (h *Heap) store(obj, to uint64) {
	h.Fields[obj].Store(to) // yours to guard
}

// newIsBlack says whether a new object is black. Otherwise it is white. The mutator holds its
// lock.
func (m *Mutator) newIsBlack() bool {
	return false // yours to write
}
