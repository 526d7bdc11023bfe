package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/kernel"

// grey marks and pushes the white objects among candidates, for which the stack
// has room. Nil must have its bit set. It overwrites candidates. If one lies
// beyond the bitmap grey stops and returns it and false.
func (w *worker) grey(candidates []uint32) (beyond uint32, ok bool) {
	if len(candidates) == 0 {
		return 0, true
	}
	marks := w.m.marks.Words()
	kernel.PrefetchBits(marks, candidates)
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

// greyAlone is grey while no other worker is awake: one pass, plain stores. A
// locked instruction for each object would be a tenth to a quarter of the mark
// time for nothing.
func (w *worker) greyAlone(marks []word, candidates []uint32) (done int) {
	pushed, done := kernel.ClaimAlone(marks, candidates, w.stack[w.top:])
	w.pushed(w.top + pushed)
	return done
}

// greyShared is grey among several workers. A locked instruction costs more
// than all the rest, so a first pass drops what is marked already; of the
// others, exactly one worker's Or finds the bit clear.
func (w *worker) greyShared(marks []word, candidates []uint32) (done int) {
	white, done := kernel.FilterWhite(marks, candidates)
	w.pushed(w.top + kernel.ClaimShared(marks, candidates[:white], w.stack[w.top:]))
	return done
}
