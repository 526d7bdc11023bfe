package answer

// store stores the object to, or Nil, into the field of obj. A mutator calls it.
//
// It shades first. Then no black object ever refers to a white one. It does not ask whether
// obj is black, for the answer may be out of date:
//
//  1. The marker reads the field of obj, which is grey: nil.
//  2. The mutator sees that obj is grey, and shades nothing.
//  3. The marker blackens obj.
//  4. The mutator stores. Then it drops to, which is white. The marker does not look at obj again.
func (h *Heap) store(obj, to uint64) {
	h.shade(to)
	h.Fields[obj].Store(to)
}

// finish ends the mark. The marker calls it when it has found nothing grey.
//
// A load puts a white object into a stack that was scanned, and no barrier sees it. The stacks
// are therefore scanned again. All mutators stand still until the drain is over, else they lose
// what the drain has not come to:
//
//  1. The marker scans the stack of a mutator, which has B. It turns B grey.
//  2. The mutator goes on. It loads B.f, which is C, and stores nil into B.
//  3. The marker scans B, and finds nil. C is white, in a stack.
func (h *Heap) finish() {
	h.stop()
	for _, m := range h.mutators {
		h.scanStack(m)
	}
	h.drain()
	h.goOn()
}
