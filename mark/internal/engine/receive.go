package engine

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// drain marks what others have forwarded to this worker, and pushes it. It reports whether
// there was anything. While the worker holds the exclusive bit, no worker forwards
// anything.
func (w *worker) drain() (any bool) {
	if w.m.net.Owners() == 0 || w.m.shares || w.Alone {
		return false
	}
	w.Processor.LooksInto(w.m.net.Owners())
	any = w.drainInbox(w.id)
	if w.Size() < policy.BatchObjects && w.Top <= policy.StackRefs-policy.RecoverRefs && w.takeSpilt() {
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
			w.Processor.Receives(q.Sender, len(refs))
			w.probe.Received(q.Sender, len(refs), q.Sent())
			if !w.greyReceived(refs) {
				return true
			}
			w.Release(q)
			if w.Size() >= policy.DrainTo && !w.Alone {
				break // the rest can wait where it is: on the stack it would take more room
			}
		}
	}
	return any
}

// greyReceived marks references that were in an open slot or a queue.
func (w *worker) greyReceived(refs []uint32) (ok bool) {
	w.makeRoom()
	before := w.Top
	ok = w.greyOwn(refs)
	if w.PutsOff {
		w.putOff(before)
	}
	return ok
}

// takeSpilt is drain for references of this worker's segments that were spilt.
func (w *worker) takeSpilt() bool {
	n := w.TakeSpilt(w.spilt[:])
	w.Processor.Spilt(n)
	return n > 0 && w.greyReceived(w.spilt[:n])
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
