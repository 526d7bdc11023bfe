package stealq

import "fmt"

// The state of a ChaseLev deque, and the methods that only read or reset it. The
// algorithm is in chaselev.go.

// firstRing is the length of a new deque's ring, in items. It is small, so a deque takes
// no more memory than it uses, and small tests see the ring grow.
const firstRing = MinCapacity

type chaseLev struct {
	ring     ringPointer // the ring, as thieves find it
	capacity int

	_      pad
	top    word
	_      pad
	bottom word
	_      pad
	own    chaseLevOwner
	_      pad
}

// chaseLevOwner is the private half. Only the owner touches it.
type chaseLevOwner struct {
	bottom   uint64 // the owner's copy of bottom
	ring     *ring  // the owner's copy of ring
	counters Counters
}

// ring is the circular array. Its length is a power of two.
type ring struct{ slots []slot }

func newRing(length int) *ring { return &ring{slots: make([]slot, length)} }

func (r *ring) slot(index uint64) *slot { return &r.slots[index&uint64(len(r.slots)-1)] }

func newChaseLev(capacity int) *chaseLev {
	d := &chaseLev{capacity: capacity, own: chaseLevOwner{ring: newRing(firstRing)}}
	d.ring.Store(d.own.ring)
	return d
}

// full says whether the deque holds as many items as its capacity. Only the owner asks. A
// deque that is not full stays so until the owner adds an item.
func (d *chaseLev) full() bool { return d.own.bottom-d.top.Load() == uint64(d.capacity) }

// Len reads bottom before top. Top only moves on, so the answer is never above Cap. Len
// returns 0 if it sees a bottom below top. A Pop in progress may leave it there.
func (d *chaseLev) Len() int {
	b := d.bottom.Load()
	return max(0, int(int64(b-d.top.Load())))
}

func (d *chaseLev) Cap() int { return d.capacity }

func (d *chaseLev) Counters() *Counters { return &d.own.counters }

// Reset keeps the ring at the length that it has grown to.
func (d *chaseLev) Reset() {
	d.top.Store(0)
	d.bottom.Store(0)
	d.own = chaseLevOwner{ring: d.own.ring}
}

// atRest checks invariant (2) while no goroutine is in a method.
func (d *chaseLev) atRest() error {
	top, b, length := d.top.Load(), d.bottom.Load(), len(d.own.ring.slots)
	switch {
	case b != d.own.bottom || d.ring.Load() != d.own.ring:
		return fmt.Errorf("the owner's copies are not what it published: bottom is %d, its copy %d", b, d.own.bottom)
	case b-top > uint64(length):
		return fmt.Errorf("%d items in a ring of %d", int64(b-top), length)
	case length > d.capacity:
		return fmt.Errorf("the ring has grown to %d of a capacity of %d", length, d.capacity)
	}
	return nil
}
