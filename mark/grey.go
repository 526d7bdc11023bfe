package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/kernel"

// claimer is how a worker sets mark bits. It is a value, so that no scan asks who may set which: a
// worker gets another one when it gets the exclusive bit, and when it clears it (setClaimer).
//
//	                    ┌── owned    plain stores to its own segments; the rest goes to the owners
//	one of several ─────┤
//	      ^  │          └── shared   atomic instructions, where a bit seems to be clear
//	clear │  │ exclude
//	      │  v
//	holder of the bit ───── lone     plain stores to all
//
// In a mapped heap lone and shared come with far, which puts off what is far away: see mapscan.go.
//
// claim marks the white objects among candidates, and pushes them on the private stack, which
// must have room for all candidates. It overwrites candidates. If a candidate lies beyond the bitmap,
// it stops, and returns it and false.
type claimer interface {
	claim(w *worker, candidates []uint32) (beyond uint32, ok bool)
}

// grey marks the white objects among candidates, and pushes them. The stack has room for them.
func (w *worker) grey(candidates []uint32) {
	if to, ok := w.claimer.claim(w, candidates); !ok {
		w.fail(w.scanner.Outside(to))
	}
}

// setClaimer says how this worker sets mark bits from now on. It follows each change of Alone.
func (w *worker) setClaimer() {
	switch {
	case w.Alone && w.m.PutsOff:
		w.claimer = far[lone]{}
	case w.Alone:
		w.claimer = lone{}
	case w.m.PutsOff:
		w.claimer = far[shared]{}
	case w.m.net.Owners() > 0:
		w.claimer = owned{}
	default:
		w.claimer = shared{}
	}
}

// lone is the claimer of the holder of the exclusive bit. It takes one pass with plain stores. A
// locked instruction for each object would take a tenth to a quarter of the mark time, and nobody
// would need it.
type lone struct{}

func (lone) claim(w *worker, candidates []uint32) (beyond uint32, ok bool) {
	return w.greyPlain(candidates[:kernel.Approach(w.m.marks.Words(), candidates, w.m.net.Zero)])
}

// greyPlain marks and pushes candidates with plain stores, in one pass. The caller is the only writer of
// their words, and has asked for them.
func (w *worker) greyPlain(candidates []uint32) (beyond uint32, ok bool) {
	pushed, done := kernel.ClaimAlone(w.m.marks.Words(), candidates, w.Refs[w.Top:])
	w.Pushed(w.Top + pushed)
	return beyondAt(candidates, done)
}

// shared is the claimer of several workers. A locked instruction costs more than all
// the rest. So a first pass drops the objects that are already marked. Of the workers
// that still try to mark an object, exactly one finds its bit clear: see
// kernel.ClaimShared.
type shared struct{}

func (shared) claim(w *worker, candidates []uint32) (beyond uint32, ok bool) {
	marks := w.m.marks.Words()
	candidates = candidates[:kernel.Approach(marks, candidates, w.m.net.Zero)]
	white, done := kernel.FilterWhite(marks, candidates)
	w.Pushed(w.Top + kernel.ClaimShared(marks, candidates[:white], w.Refs[w.Top:]))
	return beyondAt(candidates, done)
}

// beyondAt is the result of a pass that came as far as done.
func beyondAt(candidates []uint32, done int) (beyond uint32, ok bool) {
	if done < len(candidates) {
		return candidates[done], false
	}
	return 0, true
}

// owned is the claimer of several workers, each of whom owns the bits of its segments: see package forward.
// Nil is dropped with the split.
type owned struct{}

func (owned) claim(w *worker, candidates []uint32) (beyond uint32, ok bool) {
	own, ok := w.split(candidates)
	if !ok {
		return 0, true // the mark has failed already
	}
	return w.greyOwn(candidates[:own])
}

// greyOwn marks references of this worker's own segments with plain stores (O1).
func (w *worker) greyOwn(own []uint32) (beyond uint32, ok bool) {
	kernel.PrefetchBits(w.m.marks.Words(), own)
	return w.greyPlain(own)
}
