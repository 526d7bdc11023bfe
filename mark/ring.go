package mark

// ring delays objects between the private stack and the scan: a batch enters
// when its objects are prefetched and leaves, first in first out, when they
// have had time to arrive. A cache miss takes as long as scanning several
// batches; with that many in flight the misses overlap and nobody waits.
//
// Cher, Hosking and Vijaykumar, "Software Prefetching for Mark-Sweep Garbage
// Collection: Hardware Analysis and Software Redesign" (ASPLOS 2004): a
// prefetch alone comes too late or too early when the stack is last in first
// out; a first-in first-out buffer in front of the scan fixes the distance.
//
//	stack ──take, prefetch──> [ b3 | b2 | b1 | b0 ] ──> scan b0
//	                            newest        oldest
//
// Objects in the ring are grey and private (T1): the ring must be empty before
// the worker leaves, and its objects go back to the stack when others starve.
type ring struct {
	batches [ringBatches][batchObjects]uint32
	sizes   [ringBatches]int
	head    int // the oldest batch
	count   int // batches
	objects int // in all batches
}

// ringBatches is the largest number of batches in flight, a power of two.
const ringBatches = 4

// enter appends a batch and returns it. There is room.
func (r *ring) enter(refs []uint32) []uint32 {
	slot := (r.head + r.count) % ringBatches
	n := copy(r.batches[slot][:], refs)
	r.sizes[slot] = n
	r.count++
	r.objects += n
	return r.batches[slot][:n]
}

// leave removes the oldest batch and returns it; it stays valid until the slot
// is entered again.
func (r *ring) leave() []uint32 {
	slot := r.head
	r.head = (r.head + 1) % ringBatches
	r.count--
	r.objects -= r.sizes[slot]
	return r.batches[slot][:r.sizes[slot]]
}

// at returns the batch that leaves after i others.
func (r *ring) at(i int) []uint32 {
	slot := (r.head + i) % ringBatches
	return r.batches[slot][:r.sizes[slot]]
}

// empty discards what is in flight.
func (r *ring) empty() { r.head, r.count, r.objects = 0, 0, 0 }
