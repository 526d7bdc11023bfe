package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// grey marks the white objects among candidates, and pushes them. The stack has room for them.
func (w *worker) grey(candidates []uint32) { w.claimer.claim(w, candidates) }

// setClaimer says how this worker sets mark bits from now on. It follows each change of Alone.
func (w *worker) setClaimer() {
	owns := w.m.net.Owners() > 0 && !w.m.shares
	switch {
	case w.Alone && w.PutsOff:
		w.claimer = far[lone]{}
	case w.Alone:
		w.claimer = lone{}
	case owns && w.PutsOff:
		w.claimer = far[owned]{}
	case owns:
		w.claimer = owned{}
	case w.PutsOff:
		w.claimer = far[shared]{}
	default:
		w.claimer = shared{}
	}
}

// lone is the claimer of the holder of the exclusive bit. It uses plain stores. A
// locked instruction for each object would take a tenth to a quarter of the mark time, and
// would not be needed.
type lone struct{}

func (lone) claim(w *worker, candidates []uint32) {
	candidates = candidates[:kernel.Approach(w.m.Marks.Words(), candidates, w.m.net.Zero)]
	w.Processor.Tests(candidates, false)
	w.greyPlain(candidates)
}

// greyPlain marks and pushes candidates with plain stores. The caller is the only writer of their words, and has asked for
// them. It returns false if the mark has failed. The contents of candidates are undefined afterwards.
func (w *worker) greyPlain(candidates []uint32) (ok bool) {
	claim := kernel.ClaimAlone
	if w.m.plan.Pace.Sifts() {
		claim = kernel.ClaimSifted
	}
	pushed, done := claim(w.m.Marks.Words(), candidates, w.Refs[w.Top:])
	w.Processor.Marked(w.Refs[w.Top : w.Top+pushed])
	w.Pushed(w.Top + pushed)
	if done < len(candidates) {
		w.failBeyond(candidates[done])
	}
	return done == len(candidates)
}

// shared is the claimer of several workers. A locked instruction costs more than all
// the rest. A first pass drops the objects that are already marked. Of the workers that
// still try to mark an object, exactly one finds its bit clear: see kernel.ClaimShared.
type shared struct{}

func (shared) claim(w *worker, candidates []uint32) {
	marks := w.m.Marks.Words()
	candidates = candidates[:kernel.Approach(marks, candidates, w.m.net.Zero)]
	w.Processor.Tests(candidates, true)
	white, done := kernel.FilterWhite(marks, candidates)
	pushed := kernel.ClaimShared(marks, candidates[:white], w.Refs[w.Top:])
	w.Processor.Claimed(w.Refs[w.Top : w.Top+pushed])
	w.Pushed(w.Top + pushed)
	if done < len(candidates) {
		w.failBeyond(candidates[done])
	}
}

// failBeyond ends the mark because of a reference that leads beyond the bitmap.
func (w *worker) failBeyond(to uint32) { w.fail(w.scanner.Outside(to)) }

// owned is the claimer of several workers, each of whom owns the bits of its segments: see package forward.
// Nil is dropped with the split.
type owned struct{}

func (owned) claim(w *worker, candidates []uint32) {
	for ok := true; ok && len(candidates) > 0; {
		n := min(len(candidates), policy.SplitRefs)
		ok = w.split(candidates[:n], 0, w.m.net.Owners())
		candidates = candidates[n:]
	}
}

// revise is for the holder of the exclusive bit who has begun the mark, before it clears the bit. If few objects were grey for
// long, all workers share the bits from then on, because slots would travel with a few references each. If they lie close together, workers
// hardly want the same lines. Nothing is on its way to any owner now, and nothing will be.
//
// A worker that joins after the bit was cleared sees what the holder has decided, because to join it reads the word that the
// holder has stored last. All workers use locked instructions from then on. If one did not look when it joins, a mark would be
// lost:
//
//  1. Worker V has joined. It loads a word of its segments, as an owner.
//  2. Worker W sets a bit in the word with a locked instruction.
//  3. V stores the word, without this bit.
func (w *worker) revise() {
	p, said := &w.m.plan, &w.m.Stats.Plan
	if !w.First {
		return
	}
	said.Narrow = p.IfNarrow && p.Pace.Narrow(w.Marked, w.Private())
	said.Local = !said.Narrow && p.IfLocal && policy.Local(w.Refs[:w.Top])
	if said.Narrow || said.Local {
		w.m.shares, said.Owners = true, 0
	}
}

// greyOwn marks references of this worker's own segments with plain stores (O1).
//
// A slot has many. If a worker asked for all of their lines at once, a first-level cache would have lost the first ones before
// they are needed. It therefore asks for some while it marks those before them. own may be a slot: until it is released its memory
// is the receiver's, who may leave anything there.
func (w *worker) greyOwn(own []uint32) (ok bool) {
	asked := own[:min(len(own), policy.AskedRefs)]
	kernel.PrefetchBits(w.m.Marks.Words(), asked)
	ok = true
	for before := 0; ok && len(asked) > 0; before = policy.AskedRefs {
		now := asked
		w.Processor.TestsOwn(now, before)
		own = own[len(now):]
		asked = own[:min(len(own), policy.AskedRefs)]
		kernel.PrefetchBits(w.m.Marks.Words(), asked)
		ok = w.greyPlain(now)
	}
	return ok
}

// far is the claimer of a mapped heap. The claimer C marks and pushes, and what is far is put off.
type far[C claimer] struct{}

func (far[C]) claim(w *worker, candidates []uint32) {
	var claimer C
	before := w.Top
	claimer.claim(w, candidates)
	w.putOff(before)
}

// putOff puts off what is far of the refs that this worker has pushed from before on.
func (w *worker) putOff(before int) {
	if w.PutOff(w.Refs[before:w.Top]) {
		w.mayShow = true // so a holder of the exclusive bit lets others come (feedOthers)
	}
}

// From here on this file is how references of other owners are sent. Package forward says where they
// go, and has the invariants O1 to O4. The worker wakes owners, and fails.

// split gives each of the owners low to high-1 its references. It returns false if the mark has failed.
func (w *worker) split(refs []uint32, low, high int) (ok bool) {
	if high-low == 1 {
		return w.give(refs, low)
	}
	w.Processor.Divides(len(refs))
	below, above, mid := w.Halve(refs, low, high)
	return w.split(below, low, mid) && w.split(above, mid, high)
}

// give marks references of this worker's own segments, and puts those of another owner into its slot.
func (w *worker) give(refs []uint32, to int) (ok bool) {
	if to == w.id {
		return w.greyOwn(refs)
	}
	for {
		rest, full := w.Put(to, refs)
		if full && !w.send(to) {
			return false
		}
		if refs = rest; len(refs) == 0 {
			return true
		}
	}
}

// send publishes or spills the open slot for an owner. It returns false if a reference lies beyond the
// bitmap. Then the mark has failed.
func (w *worker) send(to int) bool {
	w.Processor.Sends(to, w.Open(to))
	spilt := w.RefsSpilt
	beyond, ok := w.Send(to, w.probe.Sending())
	w.Processor.Spilt(int(w.RefsSpilt - spilt))
	if !ok {
		w.failBeyond(beyond)
	}
	w.wakeOwner(to) // O4
	return ok
}

// sendAll sends each open slot that is due: because others are idle, or because this worker is
// about to leave (O2).
func (w *worker) sendAll(othersIdle bool) {
	for to := range w.m.net.Owners() {
		if w.Due(to, othersIdle) {
			w.send(to)
		}
	}
}
