package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// This file is what a worker does if mark bits have owners: where its references go, and
// what it takes from others.
//
//	references of a batch ──split──> own: mark, push
//	                            └──> foreign: the open slot for their owner
//	                                    │ full, or its owner is hungry, or before leaving
//	                                    v
//	                                 published ──> their owner drains: mark, push
//	                                    │ the queue is full
//	                                    v
//	                                 the spill bitmap ──> their owner sweeps: mark, push
//
// What holds:
//
//	O1  Each word of the mark bitmap has one writer: the owner of its segment, or
//	    the holder of the exclusive bit.
//	O2  An open slot is private memory (T1 in package crew). A worker leaves only
//	    when its open slots are empty. Published slots and the spill bitmap are
//	    shared places, one for each owner: only an active worker adds to them
//	    (T3), and only their owner takes from them, or the holder of the exclusive
//	    bit.
//	O3  Nobody waits for a queue that is full. What does not fit is spilt.
//	O4  Whoever publishes or spills something for an owner wakes this owner
//	    afterwards, by its number. No other worker could take it.

// outbox is a worker's open slot for one owner.
type outbox struct {
	refs []uint32 // the slot's memory
	n    int      // how many references are in it
}

// split moves the references of this worker's own segments to the front of candidates, and
// the others to the open slots of their owners. It returns how many are its own, and false
// if the mark has failed.
func (w *worker) split(candidates []uint32) (own int, ok bool) {
	if w.m.segments.owners == 2 {
		return w.splitTwo(candidates)
	}
	return w.splitMany(candidates)
}

// splitTwo is split among two owners. A piece of candidates is as long as the open slot has
// room.
func (w *worker) splitTwo(candidates []uint32) (own int, ok bool) {
	o, ok := &w.out[1-w.id], true
	for i := 0; i < len(candidates) && ok; {
		n := min(len(candidates)-i, len(o.refs)-o.n)
		piece := candidates[i : i+n]
		mine, foreign := kernel.SplitTwo(piece, o.refs[o.n:], w.m.segments.shift, uint32(w.id), w.m.zero)
		o.n += foreign
		if own != i {
			copy(candidates[own:], piece[:mine])
		}
		own += mine
		if i += n; o.n == len(o.refs) {
			ok = w.send(uint32(1 - w.id))
		}
	}
	return own, ok
}

// splitMany is split among any number of owners.
func (w *worker) splitMany(candidates []uint32) (own int, ok bool) {
	s, id, zero := w.m.segments, uint32(w.id), w.m.zero
	for _, ref := range candidates {
		counts := int((uint64(ref) + zero) >> 32)
		owner := s.owner(ref)
		if owner == id {
			candidates[own] = ref
			own += counts
			continue
		}
		o := &w.out[owner]
		o.refs[o.n] = ref
		if o.n += counts; o.n == len(o.refs) && !w.send(owner) {
			return own, false
		}
	}
	return own, true
}

// send publishes the open slot for an owner, or spills what is in it. It returns false if a
// reference lies beyond the bitmap. Then the mark has failed.
func (w *worker) send(to uint32) bool {
	o := &w.out[to]
	if o.n == 0 {
		return true
	}
	q := w.m.queues[w.id][to]
	ok := true
	w.noteSending(q)
	if q.publish(o.n) {
		w.stats.SlotsPublished++
		if o.n < len(o.refs) {
			w.stats.SlotsPartial++
		}
		o.refs = q.open()
		kernel.PrefetchToWrite(o.refs) // its lines are in the receiver's cache
	} else {
		ok = w.spill(q, o.refs[:o.n], to)
	}
	q.sent += uint64(o.n)
	w.stats.RefsForwarded += uint64(o.n)
	o.n = 0
	w.wakeOwner(to)
	return ok
}

// spill puts references for which a queue has no room into the spill bitmap.
func (w *worker) spill(q *forwardQueue, refs []uint32, to uint32) bool {
	q.spilt += uint64(len(refs))
	w.stats.RefsSpilt += uint64(len(refs))
	kernel.PrefetchBits(w.m.spill.words, refs)
	for _, ref := range refs {
		if uint64(ref) >= w.m.spill.n {
			w.fail(w.scanner.Outside(ref))
			return false
		}
		if w.m.spill.add(ref, to) {
			w.stats.SpillAdded++
		}
	}
	return true
}

// wakeOwner wakes an owner, if it sleeps. Something was published for it.
func (w *worker) wakeOwner(id uint32) {
	if w.m.crew.Sleepers() > 0 && w.m.crew.WakeWorker(int(id)) {
		w.stats.Wakes++
	}
}

// feedOwners publishes the open slots for owners that have taken all that this worker has
// sent. Somebody is hungry. An owner that has not even begun with the last slot is served no
// sooner by a few references more, and they would take a whole slot of its queue.
func (w *worker) feedOwners() {
	for to := range w.out {
		if w.out[to].n > 0 && w.m.queues[w.id][to].empty() {
			w.send(uint32(to))
		}
	}
}

// sendAll publishes all open slots: this worker is about to leave (O2).
func (w *worker) sendAll() {
	for to := range w.out {
		w.send(uint32(to))
	}
}

// unsent is how many references are in open slots.
func (w *worker) unsent() (n int) {
	for i := range w.out {
		n += w.out[i].n
	}
	return n
}

// drain marks what others have forwarded to this worker, and pushes it. It reports whether
// there was anything. While the worker holds the exclusive bit, nobody forwards anything.
func (w *worker) drain() (any bool) {
	if w.m.segments.owners < 2 || w.Alone {
		return false
	}
	for from := range w.out {
		if q := w.m.queues[from][w.id]; q != nil && w.drainQueue(q) {
			any = true
		}
	}
	if w.size() < batchObjects && w.top <= stackRefs-recoverRefs && w.sweepSpilt() {
		any = true // before the ring runs dry
	}
	return any
}

// drainQueue empties a queue, slot by slot. The caller is its receiver, or the holder of the
// exclusive bit. A receiver stops when it has enough to do.
func (w *worker) drainQueue(q *forwardQueue) (any bool) {
	for refs, ok := q.next(); ok; refs, ok = q.next() {
		any = true
		if !w.greyReceived(refs) {
			return true
		}
		w.stats.RefsReceived += uint64(len(refs))
		w.noteReceived(q, len(refs))
		q.release()
		if w.size() >= drainTo && !w.Alone {
			return true // the rest can wait where it is: on the stack it would take more room
		}
	}
	return any
}

// greyReceived marks references that were in an open slot or a queue.
func (w *worker) greyReceived(refs []uint32) bool {
	w.makeRoom()
	to, ok := w.greyOwn(refs)
	if !ok {
		w.fail(w.scanner.Outside(to))
	}
	return ok
}

// sweepSpilt is drain for references of this worker's segments that were spilt.
func (w *worker) sweepSpilt() bool {
	n := w.m.spill.take(uint32(w.id), w.swept[:])
	w.stats.RefsSwept += uint64(n)
	return n > 0 && w.greyReceived(w.swept[:n])
}

// forwardedTo reports whether something waits for an owner.
func (m *Marker) forwardedTo(id int) bool {
	if id >= int(m.segments.owners) || m.segments.owners < 2 {
		return false
	}
	for from := range int(m.segments.owners) {
		if q := m.queues[from][id]; q != nil && !q.empty() {
			return true
		}
	}
	return !m.spill.empty(uint32(id))
}

// forwarded reports whether something waits for any owner.
func (m *Marker) forwarded() bool {
	for id := range int(m.segments.owners) {
		if m.forwardedTo(id) {
			return true
		}
	}
	return false
}

// rouseOwners wakes each owner for whom something waits. It is for a worker that sees work
// which it cannot take, while nobody is active.
func (w *worker) rouseOwners() {
	for id := range int(w.m.segments.owners) {
		if w.m.forwardedTo(id) {
			w.wakeOwner(uint32(id))
		}
	}
	if w.m.segments.owners > 1 {
		giveWay()
	}
}

// onTheWay is how many references are in this worker's open slots and in all queues. It means
// something only while nobody else is active. With spilt references it is more than any
// limit: they are not counted.
func (w *worker) onTheWay() (n int) {
	owners := int(w.m.segments.owners)
	if owners < 2 {
		return 0
	}
	for id := range owners {
		if !w.m.spill.empty(uint32(id)) {
			return stackRefs
		}
		n += w.out[id].n
		for from := range owners {
			if q := w.m.queues[from][id]; q != nil {
				n += q.published()
			}
		}
	}
	return n
}

// takesBack is for a worker that has found nothing to take. If something is on its way to
// other owners, and nobody else is active, the worker takes it back: it becomes the holder
// of the exclusive bit. Otherwise each step along a list would wait for another worker, and
// the end of a small mark would wait until a sleeping one has been woken.
func (w *worker) takesBack() bool {
	return w.m.segments.owners > 1 && (w.unsent() > 0 || w.m.forwarded()) && w.excludesOthers(policy.TakeBack)
}

// absorb marks what is on its way, wherever it is: this worker holds the exclusive bit now.
// There is room on the stack (policy.TakeBack). In a mark without owners nothing is on its way. Then
// queues may still hold what a mark with owners has left that was aborted: only own empties them.
func (w *worker) absorb() {
	if w.m.segments.owners < 2 {
		return
	}
	for to := range w.out {
		o := &w.out[to]
		if o.n > 0 && !w.greyReceived(o.refs[:o.n]) {
			return
		}
		o.n = 0
		for from := range w.out {
			if q := w.m.queues[from][to]; q != nil {
				w.drainQueue(q)
			}
		}
	}
}
