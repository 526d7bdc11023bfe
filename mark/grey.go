package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/kernel"

// grey marks the white objects among candidates, and pushes them on the private
// stack. The stack must have room for all candidates.
// grey overwrites candidates. If one of them lies beyond the bitmap, grey stops, and
// returns it and false.
func (w *worker) grey(candidates []uint32) (beyond uint32, ok bool) {
	if w.forwards() {
		return w.greyOwned(candidates)
	}
	kernel.PrefetchBits(w.m.marks.Words(), candidates)
	return w.claim(candidates)
}

// greyNotNil is grey for references of a heap, where 0 is nil and no object.
func (w *worker) greyNotNil(candidates []uint32) (beyond uint32, ok bool) {
	if w.forwards() {
		return w.greyOwned(candidates)
	}
	return w.claim(candidates[:kernel.DropNil(w.m.marks.Words(), candidates)])
}

// claim is grey for candidates whose bits have been asked for.
func (w *worker) claim(candidates []uint32) (beyond uint32, ok bool) {
	marks := w.m.marks.Words()
	done := 0
	if w.alone {
		done = w.greyAlone(marks, candidates)
	} else {
		done = w.greyShared(marks, candidates)
	}
	if done < len(candidates) {
		return candidates[done], false
	}
	return 0, true
}

// greyAlone is grey for the holder of the exclusive bit, or for references of the worker's
// own segments. It takes one pass with plain stores. A locked instruction for each object
// would take a tenth to a quarter of the mark time, and nobody would need it.
func (w *worker) greyAlone(marks []word, candidates []uint32) (done int) {
	pushed, done := kernel.ClaimAlone(marks, candidates, w.stack[w.top:])
	w.pushed(w.top + pushed)
	return done
}

// greyShared is grey among several workers. A locked instruction costs more than all
// the rest. So a first pass drops the objects that are already marked. Of the workers
// that still try to mark an object, exactly one finds its bit clear: see
// kernel.ClaimShared.
func (w *worker) greyShared(marks []word, candidates []uint32) (done int) {
	white, done := kernel.FilterWhite(marks, candidates)
	w.pushed(w.top + kernel.ClaimShared(marks, candidates[:white], w.stack[w.top:]))
	return done
}
