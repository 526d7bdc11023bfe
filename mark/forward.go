package mark

// forwardQueue carries references from one worker to the owner of their segments. It has
// one sender and one receiver.
//
//	          head                tail
//	           v                   v
//	slots  | . | n refs | n refs | open | . |
//	           └── published ────┘   ^
//	             the receiver's      the sender's, private
//
// The source is Lamport's queue with one producer and one consumer, "Specifying Concurrent
// Program Modules" (ACM TOPLAS 5, 1983). We change two things. An entry is a slot with
// many references. And the slot at the tail is always free, so the sender fills it where
// it lies, and copies nothing.
//
// What holds:
//
//	Q1  Only the sender stores tail. Only the receiver stores head, or the holder
//	    of the exclusive bit, while neither of the two is active.
//	Q2  head <= tail <= head + len(sizes) - 1. So the slot at tail is never one of
//	    those that are published.
//	Q3  The sender writes to the slot at tail only. The receiver reads the slots
//	    from head to tail-1 only.
//
// Nobody keeps a copy of head or tail beyond a call. So it does not matter that the holder
// of the exclusive bit may empty a queue while its sender and receiver are idle.
type forwardQueue struct {
	_     pad
	tail  counter // how many slots were published
	sent  uint64  // references published or spilt; only the sender touches the two
	spilt uint64  // references that did not fit
	_     pad
	head  counter // how many slots were taken
	taken uint64  // references taken; only the receiver or the holder touches it
	_     pad
	sizes []word // of the slots that are published
	refs  []uint32
}

// newForwardQueue returns a queue of that many slots, at least 2.
func newForwardQueue(slots, slotRefs int) *forwardQueue {
	return &forwardQueue{sizes: make([]word, slots), refs: make([]uint32, slots*slotRefs)}
}

// slot returns the memory of slot number i, counted from the beginning of the mark.
func (q *forwardQueue) slot(i int64) []uint32 {
	n := len(q.refs) / len(q.sizes)
	at := int(uint64(i)%uint64(len(q.sizes))) * n
	return q.refs[at : at+n : at+n]
}

// open returns the slot that the sender may fill.
func (q *forwardQueue) open() []uint32 { return q.slot(q.tail.Load()) }

// publish hands the open slot with its first n references to the receiver. It returns
// false if there would be no slot left to open. Only the sender may call it.
//
// The size is stored before the tail. In the other order the receiver may read the size
// of the slot's last use. This is "tail stored before the slot is filled":
//
//  1. Sender S stores tail. The slot looks published.
//  2. Receiver R reads the slot's old size, and too many references or too few.
//  3. S stores the size.
func (q *forwardQueue) publish(n int) bool {
	tail := q.tail.Load()
	if tail+1-q.head.Load() >= int64(len(q.sizes)) {
		return false
	}
	q.sizes[uint64(tail)%uint64(len(q.sizes))].Store(uint64(n))
	q.tail.Store(tail + 1)
	return true
}

// next returns the references of the oldest slot. The slot stays the receiver's until
// release. It returns false if the queue is empty.
func (q *forwardQueue) next() ([]uint32, bool) {
	head := q.head.Load()
	if head == q.tail.Load() {
		return nil, false
	}
	return q.slot(head)[:q.sizes[uint64(head)%uint64(len(q.sizes))].Load()], true
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
	q.taken += q.sizes[uint64(head)%uint64(len(q.sizes))].Load()
	q.head.Store(head + 1)
}

// empty reports whether no slot is published. Any worker may call it.
func (q *forwardQueue) empty() bool { return q.head.Load() == q.tail.Load() }

// published is how many references are published. It means something only while neither
// sender nor receiver is active.
func (q *forwardQueue) published() (n int) {
	for i := q.head.Load(); i < q.tail.Load(); i++ {
		n += int(q.sizes[uint64(i)%uint64(len(q.sizes))].Load())
	}
	return n
}

// reset empties the queue. No worker may be running.
func (q *forwardQueue) reset() {
	q.head.Store(0)
	q.tail.Store(0)
	q.sent, q.spilt, q.taken = 0, 0, 0
}
