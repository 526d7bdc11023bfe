package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// forwardQueue carries references from one worker to the owner of their segments. It has
// one sender and one receiver.
//
//	             head                     tail
//	              v                        v
//	entries   | . | slot 5, n | slot 2, n | . | . |
//	              └────── published ──────┘
//	               the receiver's           the sender's: free slots and the open one
//
// The source is Lamport's queue with one producer and one consumer, "Specifying Concurrent
// Program Modules" (ACM TOPLAS 5, 1983). We change three things:
//
//   - An entry is a slot with many references.
//   - The sender always has an open slot. It fills the slot where it lies, and copies
//     nothing.
//   - Slots are not used in turn. The sender opens the one that came back last. So a
//     queue may have many slots, for a receiver that is held up, and while the receiver
//     keeps up only a few of them are in the caches.
//
// What holds:
//
//	Q1  Only the sender stores tail and entries. Only the receiver stores head, or the
//	    holder of the exclusive bit, while neither of the two is active.
//	Q2  head <= tail <= head + slots - 1. Each slot is published, free or open.
//	Q3  The sender writes to the open slot only. The receiver reads the slots of the
//	    entries from head to tail-1 only.
//	Q4  back <= head. The slots of entries below back are free, open, or published
//	    anew.
//
// back is a copy of head, from the last publish. It may be old, because head never falls. So
// it does not matter that the holder of the exclusive bit may empty a queue while its sender
// and receiver are idle.
type forwardQueue struct {
	_      pad
	tail   counter // how many slots were published
	_      pad
	sent   uint64   // references published or spilt; only the sender touches these
	spilt  uint64   // references that did not fit
	free   []uint32 // slots that hold nothing
	opened uint32   // the open slot
	back   int64    // how many entries' slots have come back
	_      pad
	head   counter // how many slots were taken
	taken  uint64  // references taken; only the receiver or the holder touches it
	_      pad
	// An entry is the number of a slot, shifted by 32 bits, and how many references it holds.
	entries  []word
	refs     []uint32
	slotRefs int

	sender int
	sentAt []time.Duration // by entry, when it was published; nil if there is no timeline
}

// newForwardQueue returns a queue of that many slots, at least 2.
func newForwardQueue(slots, slotRefs int) *forwardQueue {
	q := &forwardQueue{free: make([]uint32, slots), entries: make([]word, slots), refs: make([]uint32, slots*slotRefs), slotRefs: slotRefs}
	q.reset()
	return q
}

// slot returns the memory of a slot.
func (q *forwardQueue) slot(i uint32) []uint32 {
	at := int(i) * q.slotRefs
	return q.refs[at : at+q.slotRefs : at+q.slotRefs]
}

// entry returns entry number i, counted from the beginning of the mark.
func (q *forwardQueue) entry(i int64) *word { return &q.entries[uint64(i)%uint64(len(q.entries))] }

// open returns the slot that the sender may fill.
func (q *forwardQueue) open() []uint32 { return q.slot(q.opened) }

// publish hands the open slot with its first n references to the receiver, and opens
// another. It returns false if there is no other. Only the sender may call it.
//
// The entry is stored before the tail. In the other order the receiver may read the entry
// of a slot from before. This is "tail stored before the slot is filled":
//
//  1. Sender S stores tail. The slot looks published.
//  2. Receiver R reads the entry's old value: a slot that S fills now, or that is free.
//  3. S stores the entry.
func (q *forwardQueue) publish(n int) bool {
	q.takeBack()
	if len(q.free) == 0 {
		return false
	}
	tail := q.tail.Load()
	q.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))
	q.tail.Store(tail + 1)
	q.opened, q.free = q.free[len(q.free)-1], q.free[:len(q.free)-1]
	return true
}

// takeBack frees the slots that the receiver has released (Q4).
func (q *forwardQueue) takeBack() {
	for head := q.head.Load(); q.back < head; q.back++ {
		q.free = append(q.free, uint32(q.entry(q.back).Load()>>32))
	}
}

// next returns the references of the oldest slot. The slot stays the receiver's until
// release. It returns false if the queue is empty.
func (q *forwardQueue) next() ([]uint32, bool) {
	head := q.head.Load()
	if head == q.tail.Load() {
		return nil, false
	}
	entry := q.entry(head).Load()
	return q.slot(uint32(entry >> 32))[:uint32(entry)], true
}

// release gives the oldest slot back to the sender, which may fill it again. So the
// receiver has read all of it. This is "head stored before the slot is read":
//
//  1. Receiver R stores head.
//  2. Sender S publishes its slot. The next one that it opens is the one that R gave back. S
//     fills it.
//  3. R reads new references, and never those that were there.
func (q *forwardQueue) release() {
	head := q.head.Load()
	q.taken += uint64(uint32(q.entry(head).Load()))
	q.head.Store(head + 1)
}

// empty reports whether no slot is published. Any worker may call it.
func (q *forwardQueue) empty() bool { return q.head.Load() == q.tail.Load() }

// published is how many references are published. It means something only while neither
// sender nor receiver is active.
func (q *forwardQueue) published() (n int) {
	for i := q.head.Load(); i < q.tail.Load(); i++ {
		n += int(uint32(q.entry(i).Load()))
	}
	return n
}

// used reports whether anything was sent since the last reset. No worker may be running.
func (q *forwardQueue) used() bool { return q.sent != 0 || q.tail.Load() != 0 }

// reset empties the queue. No worker may be running.
func (q *forwardQueue) reset() {
	q.head.Store(0)
	q.tail.Store(0)
	q.sent, q.spilt, q.taken = 0, 0, 0
	q.back, q.opened, q.free = 0, 0, q.free[:0]
	for i := len(q.entries) - 1; i > 0; i-- {
		q.free = append(q.free, uint32(i))
	}
}

// queueBytes is the memory in bytes of all queues among owners for that many refs. The open
// slots lie in the queues.
func queueBytes(owners int, refs uint64) int64 {
	if owners < 2 {
		return 0
	}
	slots := policy.Slots(owners, refs)
	return int64(owners*(owners-1)) * int64(slots) * int64(4*policy.Slot(owners)+entryBytes)
}

// entryBytes is what a queue has for each slot besides the slot: an entry and a place in the
// list of free slots.
const entryBytes = 8 + 4
