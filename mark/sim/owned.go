package sim

import (
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/overflow"
)

// References travel to the owners of their bits as in the marker. File owned.go of package
// mark and package forward have the same functions, and the reasons. Nothing here waits for memory, so a queue is
// a list of slots.

// mail is what is on its way to one worker, and what this worker sends to others.
type mail struct {
	out   [][]uint32   // by receiver: the open slot
	inbox [][][]uint32 // by sender: the slots that are published, the oldest first
	spilt *overflow.Pending
	// unread is how many slots are in the inbox, and how many references were spilt
	// for this worker.
	unread int
}

// unsent is how many references are in open slots.
func (m *mail) unsent() (n int) {
	for _, slot := range m.out {
		n += len(slot)
	}
	return n
}

// forwards reports whether references go to the owners of their bits.
func (s *simulation) forwards(w *worker) bool { return s.plan.Owners > 1 && !w.alone }

// ownerOf is the worker that owns a bit.
func (s *simulation) ownerOf(ref heap.Ref) int { return int(s.segments.Owner(uint32(ref))) }

// forward writes a reference into the open slot for an owner.
func (s *simulation) forward(w *worker, ref heap.Ref, to int) {
	w.out[to] = append(w.out[to], uint32(ref))
	s.onWay++
	if len(w.out[to]) == policy.SlotRefs {
		s.send(w, to)
	}
}

// send publishes the open slot for an owner. If the queue is full, it spills what is in the
// slot.
func (s *simulation) send(w *worker, to int) {
	refs := w.out[to]
	if len(refs) == 0 {
		return
	}
	receiver := s.workers[to]
	s.result.RefsForwarded += uint64(len(refs))
	if queue := &receiver.inbox[w.id]; len(*queue) < policy.Slots(s.plan.Owners, uint64(len(s.marks))*64)-1 {
		*queue = append(*queue, refs)
		w.out[to] = nil
		s.spend(w, ForMail, s.costs.Slot)
		s.trace(w, Step{Did: Sends, Refs: refs, N: to, Moved: len(refs)})
		s.result.SlotsPublished++
		if len(refs) < policy.SlotRefs {
			s.result.SlotsPartial++
		}
		s.delivered(receiver, 1)
	} else {
		s.spill(w, receiver, refs)
		w.out[to] = refs[:0]
	}
	s.wakeOwner(w, receiver)
}

// spill puts references for which a queue has no room into the receiver's bitmap.
func (s *simulation) spill(w, receiver *worker, refs []uint32) {
	if receiver.spilt == nil {
		receiver.spilt = overflow.NewPending(uint64(len(s.marks)) * 64)
	}
	s.spend(w, ForMail, s.costs.Pend*time.Duration(len(refs)))
	s.trace(w, Step{Did: Sends, Refs: refs, N: receiver.id})
	s.result.RefsSpilt += uint64(len(refs))
	for _, ref := range refs {
		if !receiver.spilt.Add(ref) {
			s.onWay-- // it was there
			continue
		}
		s.result.SpillAdded++
		s.delivered(receiver, 1)
	}
}

// delivered counts n more pieces for the owner w. n may be negative.
func (s *simulation) delivered(w *worker, n int) {
	before := s.offeredTo(w)
	w.unread += n
	s.unread += n
	if !before && s.offeredTo(w) && w.state == watching {
		s.rouseWatcher(w)
	}
}

// wakeOwner wakes an owner, if it sleeps.
func (s *simulation) wakeOwner(w, owner *worker) {
	if owner.state == asleep {
		i := slices.Index(s.parked, owner.id)
		s.parked = slices.Delete(s.parked, i, i+1)
		s.rouse(w, owner)
	}
}

// feedOwners publishes the open slots for owners that have taken all that w has sent.
func (s *simulation) feedOwners(w *worker) {
	for to := range w.out {
		if len(w.out[to]) > 0 && len(s.workers[to].inbox[w.id]) == 0 {
			s.send(w, to)
		}
	}
}

// drain marks what others have forwarded to w. It reports whether there was anything.
func (s *simulation) drain(w *worker) (any bool) {
	if !s.forwards(w) {
		return false
	}
	for from := range w.inbox {
		if from != w.id {
			s.spend(w, ForMail, s.costs.Inbox)
			any = s.drainQueue(w, w, from) || any
		}
	}
	if w.size() < policy.BatchObjects && len(w.stack) <= policy.StackRefs-policy.RecoverRefs && s.sweepSpilt(w) {
		any = true
	}
	return any
}

// drainQueue empties the queue from a worker to owner. w is the owner, or it holds the
// exclusive bit. An owner stops when it has enough to do.
func (s *simulation) drainQueue(w, owner *worker, from int) (any bool) {
	queue := &owner.inbox[from]
	for len(*queue) > 0 && !(any && w.size() >= policy.DrainTo && !w.alone) {
		refs := (*queue)[0]
		*queue, any = (*queue)[1:], true
		s.delivered(owner, -1)
		s.spend(w, ForMail, s.costs.Slot)
		s.trace(w, Step{Did: Receives, Refs: refs, N: from})
		s.result.RefsReceived += uint64(len(refs))
		s.receive(w, refs)
	}
	return any
}

// sweepSpilt marks references that were spilt for w. It reports whether there were any.
func (s *simulation) sweepSpilt(w *worker) bool {
	if w.spilt == nil {
		return false
	}
	var swept [policy.RecoverRefs]uint32
	n := w.spilt.Take(swept[:], 0)
	s.delivered(w, -n)
	s.spend(w, ForMail, s.costs.Pend*time.Duration(n))
	s.result.RefsSwept += uint64(n)
	s.receive(w, swept[:n])
	return n > 0
}

// receive marks references that were in a slot or in the bitmap of spilt ones.
func (s *simulation) receive(w *worker, refs []uint32) {
	s.makeRoom(w)
	s.spend(w, ForMail, s.costs.Forward*time.Duration(len(refs)))
	s.onWay -= len(refs)
	for _, ref := range refs {
		s.find(w, heap.Ref(ref))
	}
}
