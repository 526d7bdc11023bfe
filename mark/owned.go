package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// This file is what a worker does if mark bits have owners. Package forward says where its
// references go, and has the invariants O1 to O4. The worker marks what comes, wakes owners, and
// fails.

// split moves the references of this worker's own segments to the front of candidates, and sends the
// others to their owners. It returns how many are its own, and false if the mark has failed.
func (w *worker) split(candidates []uint32) (own int, ok bool) {
	for read, full := 0, 0; read < len(candidates); {
		own, read, full = w.Split(candidates, own, read)
		if full >= 0 && !w.send(full) {
			return own, false
		}
	}
	return own, true
}

// send publishes or spills the open slot for an owner. It returns false if a reference lies beyond the
// bitmap. Then the mark has failed.
func (w *worker) send(to int) bool {
	beyond, ok := w.Send(to, w.probe.Sending())
	if !ok {
		w.fail(w.scanner.Outside(beyond))
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

// wakeOwner wakes an owner, if it sleeps. Something was published for it.
func (w *worker) wakeOwner(id int) {
	if w.m.crew.Sleepers() > 0 && w.m.crew.WakeWorker(id) {
		w.stats.Wakes++
	}
}

// drain marks what others have forwarded to this worker, and pushes it. It reports whether
// there was anything. While the worker holds the exclusive bit, nobody forwards anything.
func (w *worker) drain() (any bool) {
	if w.m.net.Owners() == 0 || w.Alone {
		return false
	}
	any = w.drainInbox(w.id)
	if w.Size() < batchObjects && w.Top <= stackRefs-recoverRefs && w.takeSpilt() {
		any = true // before the ring runs dry
	}
	return any
}

// drainInbox empties the queues to an owner, slot by slot. The caller is this owner, or the holder of
// the exclusive bit. An owner goes on to the next queue when it has enough to do.
func (w *worker) drainInbox(id int) (any bool) {
	for _, q := range w.m.net.To(id) {
		for refs, ok := q.Next(); ok; refs, ok = q.Next() {
			any = true
			w.probe.Received(q.Sender, len(refs), q.Sent())
			if !w.greyReceived(refs) {
				return true
			}
			w.Release(q)
			if w.Size() >= drainTo && !w.Alone {
				break // the rest can wait where it is: on the stack it would take more room
			}
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

// takeSpilt is drain for references of this worker's segments that were spilt.
func (w *worker) takeSpilt() bool {
	n := w.TakeSpilt(w.spilt[:])
	return n > 0 && w.greyReceived(w.spilt[:n])
}

// rouseOwners wakes each owner for whom something waits. It is for a worker that sees work
// which it cannot take, while nobody is active.
func (w *worker) rouseOwners() {
	for id := range w.m.net.Owners() {
		if w.m.net.WaitsFor(id) {
			w.wakeOwner(id)
		}
	}
	if w.m.net.Owners() > 0 {
		giveWay()
	}
}

// takesBack is for a worker that has found nothing to take. If something is on its way to
// other owners, and nobody else is active, the worker takes it back: it becomes the holder
// of the exclusive bit. Otherwise each step along a list would wait for another worker, and
// the end of a small mark would wait until a sleeping one has been woken.
func (w *worker) takesBack() bool {
	return (w.Unsent() > 0 || w.m.net.Any()) && w.excludesOthers(policy.TakeBack)
}

// absorb marks what is on its way, wherever it is: this worker holds the exclusive bit now.
// There is room on the stack (policy.TakeBack). In a mark without owners nothing is on its way. Then
// queues may still hold what a mark with owners has left that was aborted: only Net.Prepare empties
// them.
func (w *worker) absorb() {
	for to := range w.m.net.Owners() {
		if refs := w.TakeOpen(to); len(refs) > 0 && !w.greyReceived(refs) {
			return
		}
		w.drainInbox(to)
	}
}
