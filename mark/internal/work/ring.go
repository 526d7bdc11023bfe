package work

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// ring delays objects between the private stack and the scan. A batch enters the ring
// when its objects are prefetched. It leaves, first in first out, when the objects
// have had time to arrive. A cache miss takes as long as scanning several batches.
// With so many batches in the ring the misses overlap, and the worker does not wait.
//
// The source is Cher, Hosking and Vijaykumar, "Software Prefetching for Mark-Sweep
// Garbage Collection: Hardware Analysis and Software Redesign" (ASPLOS 2004). A stack
// is last in, first out. A prefetch from a stack alone comes too late or too early. A
// buffer between the stack and the scan, first in first out, fixes the distance. We
// change one thing: what enters is a batch and not a single object.
//
//	stack ──take, prefetch──> [ b3 | b2 | b1 | b0 ] ──> scan b0
//	                            newest        oldest
//
// The ring must not run dry while there is work. [Local.TakeBlock] therefore brings the next
// block to the stack while batches are still in flight.
//
// The objects in the ring are grey and private (T1). The ring must therefore be empty
// before the worker leaves. While others starve, its batches go back to the stack, all
// but the oldest one, so that they can be given away.
type ring struct {
	batches [ringBatches][policy.BatchObjects]uint32
	sizes   [ringBatches]int
	head    int // the oldest batch
	count   int // batches in the ring
	objects int // objects in all these batches
}

// ringBatches is the largest number of batches in flight, a power of two.
const ringBatches = 4

// enter appends a batch, and returns it. There must be room.
func (r *ring) enter(refs []uint32) []uint32 {
	slot := (r.head + r.count) % ringBatches
	n := copy(r.batches[slot][:], refs)
	r.sizes[slot] = n
	r.count++
	r.objects += n
	return r.batches[slot][:n]
}

// InFlight is how many batches are in the ring.
func (r *ring) InFlight() int { return r.count }

// oldest removes the batch that has been in the ring for longest, and returns it.
func (r *ring) oldest() []uint32 {
	slot := r.head
	r.head = (r.head + 1) % ringBatches
	r.count--
	r.objects -= r.sizes[slot]
	return r.batches[slot][:r.sizes[slot]]
}

// leaveNewest removes the newest batch, and returns it.
func (r *ring) leaveNewest() []uint32 {
	r.count--
	slot := (r.head + r.count) % ringBatches
	r.objects -= r.sizes[slot]
	return r.batches[slot][:r.sizes[slot]]
}

// At returns the batch that leaves the ring after i others.
func (r *ring) At(i int) []uint32 {
	slot := (r.head + i) % ringBatches
	return r.batches[slot][:r.sizes[slot]]
}

// empty drops all batches.
func (r *ring) empty() { r.head, r.count, r.objects = 0, 0, 0 }
