package forward

import "time"

// Queue carries references from one worker to the owner of their segments. It has
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
//   - Slots are not used in turn. The sender opens the one that came back last. A queue
//     may have many slots, for a receiver that is held up, and while the receiver keeps
//     up only a few of them are in the caches.
//
// Invariants:
//
//	Q1  Only the sender stores tail and entries. Only the receiver stores head, or the
//	    holder of the exclusive bit, while neither of the two is active.
//	Q2  head <= tail <= head + slots - 1. Each slot is published, free or open.
//	Q3  The sender writes to the open slot only. The receiver reads the slots of the
//	    entries from head to tail-1 only.
//	Q4  back <= head. The slots of entries below back are free, open, or published
//	    anew.
//
// back is a copy of head, from the last publish. It may be old, because head never falls. The
// holder of the exclusive bit may therefore empty a queue while its sender and receiver are
// idle.
type Queue struct {
	_      [64]byte // a cache line
	tail   counter  // how many slots were published
	_      [64]byte
	sent   uint64   // references published or spilt; only the sender touches these
	spilt  uint64   // references that did not fit
	free   []uint32 // slots that hold nothing
	opened uint32   // the open slot
	back   int64    // how many entries' slots have come back
	_      [64]byte
	head   counter // how many slots were taken
	taken  uint64  // references taken; only the receiver or the holder touches it
	_      [64]byte
	// An entry is the number of a slot, shifted by 32 bits, and how many references it holds.
	entries  []word
	refs     []uint32
	slotRefs int

	Sender int             // its number
	sentAt []time.Duration // by entry, when it was published; nil if there is no timeline
}

// newQueue returns a queue of that many slots, at least 2.
func newQueue(slots, slotRefs int) *Queue {
	q := &Queue{free: make([]uint32, slots), entries: make([]word, slots), refs: make([]uint32, slots*slotRefs), slotRefs: slotRefs}
	q.reset()
	return q
}

// slot returns the memory of a slot.
func (q *Queue) slot(i uint32) []uint32 {
	at := int(i) * q.slotRefs
	return q.refs[at : at+q.slotRefs : at+q.slotRefs]
}

// entry returns entry number i, counted from the beginning of the mark.
func (q *Queue) entry(i int64) *word { return &q.entries[uint64(i)%uint64(len(q.entries))] }

// open returns the slot that the sender may fill.
func (q *Queue) open() []uint32 { return q.slot(q.opened) }

// publish hands the open slot with its first n references to the receiver, and opens
// another. It returns false if there is no other. Only the sender may call it. at is the
// time, for a timeline.
//
// The entry is stored before the tail. In the other order the receiver may read the entry
// of a slot from before. This is "tail stored before the slot is filled":
//
//  1. Sender S stores tail. The slot looks published.
//  2. Receiver R reads the entry's old value: a slot that S fills now, or that is free.
//  3. S stores the entry.
func (q *Queue) publish(n int, at time.Duration) bool {
	q.takeBack()
	if len(q.free) == 0 {
		return false
	}
	tail := q.tail.Load()
	if q.sentAt != nil {
		q.sentAt[uint64(tail)%uint64(len(q.sentAt))] = at
	}
	q.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))
	q.tail.Store(tail + 1)
	q.opened, q.free = q.free[len(q.free)-1], q.free[:len(q.free)-1]
	return true
}

// takeBack frees the slots that the receiver has released (Q4).
func (q *Queue) takeBack() {
	for head := q.head.Load(); q.back < head; q.back++ {
		q.free = append(q.free, uint32(q.entry(q.back).Load()>>32))
	}
}

// Next returns the references of the oldest slot. The slot stays the receiver's until
// [End.Release]. It returns false if the queue is empty. Only the receiver may call it, or the
// holder of the exclusive bit.
func (q *Queue) Next() ([]uint32, bool) {
	head := q.head.Load()
	if head == q.tail.Load() {
		return nil, false
	}
	entry := q.entry(head).Load()
	return q.slot(uint32(entry >> 32))[:uint32(entry)], true
}

// Sent is when the oldest slot was published, 0 if there is no timeline. The caller has just got
// this slot from Next. The sender has written the time before it stored the tail, as it has
// written the references.
func (q *Queue) Sent() time.Duration {
	if q.sentAt == nil {
		return 0
	}
	return q.sentAt[uint64(q.head.Load())%uint64(len(q.sentAt))]
}

// release gives the oldest slot back to the sender, which may fill it again. By then
// the receiver has read all of it. release returns how many references were in it. This
// is "head stored before the slot is read":
//
//  1. Receiver R stores head.
//  2. Sender S publishes its slot. The next one that it opens is the one that R gave back. S
//     fills it.
//  3. R reads new references, and never those that were there.
func (q *Queue) release() (n uint64) {
	head := q.head.Load()
	n = uint64(uint32(q.entry(head).Load()))
	q.taken += n
	q.head.Store(head + 1)
	return n
}

// empty reports whether no slot is published. Any worker may call it.
func (q *Queue) empty() bool { return q.head.Load() == q.tail.Load() }

// published is how many references are published. It means something only while neither
// sender nor receiver is active.
func (q *Queue) published() (n int) {
	for i := q.head.Load(); i < q.tail.Load(); i++ {
		n += int(uint32(q.entry(i).Load()))
	}
	return n
}

// reset empties the queue. No worker may be running.
func (q *Queue) reset() {
	q.head.Store(0)
	q.tail.Store(0)
	q.sent, q.spilt, q.taken = 0, 0, 0
	q.back, q.opened, q.free = 0, 0, q.free[:0]
	for i := len(q.entries) - 1; i > 0; i-- {
		q.free = append(q.free, uint32(i))
	}
}

// entryBytes is what a queue has for each slot besides the slot: an entry and a place in the
// list of free slots.
const entryBytes = 8 + 4
