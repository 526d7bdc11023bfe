package forward

import (
	"math/bits"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// End is a worker's end of a [Net]: what it sends to other owners, what it takes from them,
// and how much that was. Only its worker may use it during a mark.
type End struct {
	net         *Net
	id          int
	out         []outbox                   // by owner; empty if no worker forwards anything
	halves      [][policy.SplitRefs]uint32 // for Halve, by how many more it takes
	stats.Owned                            // what it has counted since its slots were opened
}

// outbox is a worker's open slot for one owner. It fills a cache line, so that no line has outboxes of two
// workers.
type outbox struct {
	queue *Queue
	refs  []uint32 // the slot's memory
	n     int      // how many references are in it
	_     [64 - 40]byte
}

// NewEnd returns the End of worker id.
func NewEnd(net *Net, id int) End { return End{net: net, id: id} }

// OpenSlots opens a slot for each owner. It comes after [Net.Prepare], before
// a mark. A worker that is no owner has no slots.
func (e *End) OpenSlots() {
	owners := e.net.Owners()
	if e.id >= owners {
		owners = 0
	}
	if owners > cap(e.out) {
		e.out = make([]outbox, owners)
		e.halves = make([][policy.SplitRefs]uint32, bits.Len(uint(owners-1)))
	}
	e.out = e.out[:owners]
	for to := range e.out {
		for _, q := range e.net.to[to] {
			if q.Sender == e.id {
				e.out[to] = outbox{queue: q, refs: q.open()} // an aborted mark leaves something
			}
		}
	}
}

// Halve divides refs of owners low to high-1 between the first half of these owners and the others, of whom the first is
// mid. There are at least two owners, and at most policy.SplitRefs refs. Where one of two owners is another worker whose
// open slot has room for all refs, its part goes into the slot, and Halve returns nothing for it. Otherwise above lies in
// memory of e, until Halve is called for as many owners again.
//
// To halve again and again is quicksort with the owners as keys. A processor that divides 16 refs at a time goes through
// them five times for 32 owners, and takes less time than one look at the owner of each ref.
func (e *End) Halve(refs []uint32, low, high int) (below, above []uint32, mid int) {
	s := e.net.Segments
	mid = (low + high) / 2
	limit := s.limit(mid)
	if high-low == 2 {
		to, flip := mid, uint32(0)
		if to == e.id {
			to, flip = low, 1<<32-1
		}
		if o := &e.out[to]; len(o.refs)-o.n >= len(refs) {
			stay, leave := kernel.Split(refs, o.refs[o.n:], s.shift, limit, flip, e.net.Zero)
			if o.n += leave; flip != 0 {
				return nil, refs[:stay], mid
			}
			return refs[:stay], nil, mid
		}
	}
	above = e.halves[bits.Len(uint(high-low-1))-1][:len(refs)]
	stay, leave := kernel.Split(refs, above, s.shift, limit, 0, e.net.Zero)
	return refs[:stay], above[:leave], mid
}

// Put adds refs to the open slot for another owner, as many as there is room for. It returns the others. full says that
// the slot is to be sent.
func (e *End) Put(to int, refs []uint32) (rest []uint32, full bool) {
	o := &e.out[to]
	n := copy(o.refs[o.n:], refs)
	o.n += n
	return refs[n:], o.n == len(o.refs)
}

// Due reports whether the open slot for an owner is to be sent, as far as it goes. If another worker
// is hungry, it is due if the owner has taken all that this worker has sent. An owner that has not
// even begun with the last slot is served no sooner by a few references more, and they would take a
// whole slot of its queue. If none is, this worker is about to leave, and each slot with something
// in it is due (O2).
func (e *End) Due(to int, othersIdle bool) bool {
	o := &e.out[to]
	return o.n > 0 && (!othersIdle || o.queue.empty())
}

// Send publishes the open slot for an owner, or spills what is in it. The caller wakes the owner
// afterwards (O4), also if the queue looks empty: the owner may have emptied it while this worker
// spilt. If a reference lies beyond the bitmap, Send returns it and false. at is the time, for a
// timeline.
func (e *End) Send(to int, at time.Duration) (beyond uint32, ok bool) {
	o, refs := &e.out[to], e.TakeOpen(to)
	o.queue.sent += uint64(len(refs))
	e.RefsForwarded += uint64(len(refs))
	if !o.queue.publish(len(refs), at) {
		return e.spill(o.queue, refs, uint32(to))
	}
	e.SlotsPublished++
	if len(refs) < len(o.refs) {
		e.SlotsPartial++
	}
	o.refs = o.queue.open()
	kernel.PrefetchToWrite(o.refs) // its lines are in the receiver's cache
	return 0, true
}

// spill puts references for which a queue has no room into the spill bitmap.
func (e *End) spill(q *Queue, refs []uint32, to uint32) (beyond uint32, ok bool) {
	q.spilt += uint64(len(refs))
	e.RefsSpilt += uint64(len(refs))
	s := &e.net.spill
	kernel.PrefetchBits(s.words, refs)
	for _, ref := range refs {
		if uint64(ref) >= s.n {
			return ref, false
		}
		if s.add(ref, to) {
			e.SpillAdded++
		}
	}
	return 0, true
}

// Open is how many references are in the open slot for an owner.
func (e *End) Open(to int) int { return e.out[to].n }

// Unsent is how many references are in open slots.
func (e *End) Unsent() (n int) {
	for i := range e.out {
		n += e.out[i].n
	}
	return n
}

// OnTheWay is how many references are in this worker's open slots and in all queues. It means
// something only while no other worker is active. With spilt references it is more than any
// limit: they are not counted.
func (e *End) OnTheWay() (n int) {
	for to := range e.out {
		if !e.net.spill.empty(uint32(to)) {
			return policy.StackRefs
		}
		n += e.out[to].n
		for _, q := range e.net.to[to] {
			n += q.published()
		}
	}
	return n
}

// TakeOpen empties the open slot for an owner, and returns what was in it. Outside this package the
// caller holds the exclusive bit, and marks that itself before it forwards anything again.
func (e *End) TakeOpen(to int) []uint32 {
	o := &e.out[to]
	refs := o.refs[:o.n]
	o.n = 0
	return refs
}

// Release gives the oldest slot of a queue back to its sender, and counts what was in it. The caller has
// read all of it, and is the receiver, or the holder of the exclusive bit.
func (e *End) Release(q *Queue) { e.RefsReceived += q.release() }

// TakeSpilt moves references of one of this worker's segments that were spilt to buf, which has room for
// at least 64. It returns how many; 0 means that it has found none.
func (e *End) TakeSpilt(buf []uint32) int {
	n := e.net.spill.take(uint32(e.id), buf)
	e.SpillTaken += uint64(n)
	return n
}
