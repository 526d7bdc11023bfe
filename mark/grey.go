package mark

import "unsafe"

// grey marks and pushes the white objects among candidates, for which the stack
// has room. Nil must have its bit set. It overwrites candidates. If one lies
// beyond the bitmap grey stops and returns it and false.
func (w *worker) grey(candidates []uint32) (beyond uint32, ok bool) {
	if len(candidates) == 0 {
		return 0, true
	}
	marks := w.m.marks.Words()
	prefetchBits(&marks[0], &candidates[0], len(candidates))
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
	pushed, done := markAlone(marks, candidates, w.stack[w.top:])
	w.pushed(w.top + pushed)
	return done
}

// greyShared is grey among several workers. A locked instruction costs more
// than all the rest, so a first pass drops what is marked already; of the
// others, exactly one worker's Or finds the bit clear.
func (w *worker) greyShared(marks []word, candidates []uint32) (done int) {
	white, done := keepWhite(marks, candidates)
	w.pushed(w.top + claim(marks, candidates[:white], w.stack[w.top:]))
	return done
}

// claim sets the bits of white and writes those that were still clear to stack,
// which has room for all. It returns how many that were.
func claim(marks []word, white, stack []uint32) (pushed int) {
	if len(white) == 0 {
		return 0
	}
	prefetchBitsToSet(&marks[0], &white[0], len(white))
	for _, to := range white {
		old := marks[to/64].Or(1 << (to % 64))
		stack[pushed] = to
		pushed += int(^old >> (to % 64) & 1)
	}
	return pushed
}

// plainWords views a bitmap's words as plain memory.
//
// This is the only use of package unsafe in the tracer. It is sound because an
// atomic.Uint64 is a uint64 with markers of size zero (the declaration below
// fails to compile if it is not of its size), and because it is used only by a
// Floor's lone replayer, for which the caller waits, and while worker.alone
// holds: the marker has no other worker, or all others are parked and stay so
// until this one wakes them. Waking goes through the lobby's mutex and a channel,
// so what was stored plainly happens before all that the woken worker reads; alone
// is false from then on to the end of the mark. Between marks the lobby's mutex,
// taken in drain, orders the other direction.
func plainWords(words []word) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

var _ [0]struct{} = [unsafe.Sizeof(word{}) - unsafe.Sizeof(uint64(0))]struct{}{}
