package answer

// store stores the object to, or Nil, into the field of obj. A mutator calls it.
//
// It shades what it overwrites. It loads that before it stores. Else it would load what it
// has stored itself:
//
//  1. The mutator loads B from the field of A, which is grey. B is white.
//  2. It stores nil into A, and then loads the field, and shades nil.
//  3. The marker scans A, and finds nil. B is white, in a stack.
func (h *Heap) store(obj, to uint64) {
	h.shade(h.Fields[obj].Load())
	h.Fields[obj].Store(to)
}

// newIsBlack says whether a new object is black. Otherwise it is white. The mutator holds its
// lock.
//
// A new object is not in the snapshot, and after the snapshot the marker scans no stack. The
// object is therefore black then. Before it, a black object would hide what is stored into it:
//
//  1. The mutator allocates B, which is black. It stores A into B, and drops A.
//  2. The marker scans the stack. B is black, so the marker does not scan it. A is white.
func (m *Mutator) newIsBlack() bool { return m.scanned }
