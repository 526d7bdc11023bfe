package stealq

import "fmt"

// The deque of Chase and Lev: a circular array that grows, so that the indices
// need no end and the compare-and-swap no tag.
//
// David Chase and Yossi Lev, "Dynamic Circular Work-Stealing Deque", SPAA 2005,
// section 2 (pushBottom, popBottom, steal, and the array that grows).
//
//	slots, by index from 0 on; slot = index mod length of the ring
//
//	   . . . a b c d e f g h i . . . .
//	         ^top              ^bottom
//	         thieves           the owner
//
// The items are those in [top .. bottom). A thief moves top, the owner moves
// bottom, and at the last item the owner takes it like a thief, from above. So
// top never comes back to a value that it had, and is its own tag: 64 bits, which
// 5 ns a theft would wrap in 2,900 years.
//
// Growing. A push into a full ring copies the items to one of twice the length,
// each at the same index, and publishes that. The old ring is never written again,
// so a thief that still holds it reads the right item. Go's collector frees it when
// the last such thief has left; by hand this takes hazard pointers or epochs.
//
// What differs from the paper, and why.
//
//	a  The ring stops growing at the capacity, and a push into a full one is
//	   refused. The contract is a bounded deque.
//	b  It never shrinks, and Reset keeps it: the next run allocates nothing.
//	c  Popping an empty deque stores nothing: the owner asks first.
//	d  Slots are atomic, for a slow thief may read one that the owner rewrites.
//	e  All atomics are sequentially consistent, as Go's are. On weaker ones Pop
//	   and Steal need a fence each (Le, Pop, Cohen and Zappa Nardelli, PPoPP 2013).
//
// Invariants.
//
//	(1) Only the owner writes bottom, the ring and the slots. Only
//	    compare-and-swaps write top (but for Reset), and each adds 1.
//	(2) top <= bottom, except for the one item that a Pop in progress has
//	    announced; bottom - top <= length of the ring <= capacity.
//	(3) An item lies in every ring since the one that it was pushed into, at its
//	    own index, until top has passed it or the owner has popped it. A retired
//	    ring is not written.
//	(4) Who takes the item at top swaps top. Who takes another is the owner, and
//	    has first published a bottom that keeps thieves from it.
//
// Cost in atomic operations, loads aside (on amd64 a store is an XCHG):
//
//	Push             2 stores; when the ring grows, one for each item and one more
//	Pop              1 store; for the last item a compare-and-swap and a second
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim and 2 stores

// ChaseLev is the kind whose thief takes one item, and whose memory grows as it is needed.
var ChaseLev = &Kind{
	Name:    "chaselev",
	Doc:     "steals one; a ring that grows up to the capacity (Chase and Lev, SPAA 2005)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newChaseLev) },
	Amounts: []Amount{One},
	Loses:   true,
	Grows:   true,
}

// firstRing is the length of a new deque's ring, in items: short, so that memory
// follows use and small tests grow.
const firstRing = MinCapacity

type chaseLev struct {
	ring     ringPointer // the owner's ring, for thieves
	capacity int

	_      pad
	top    word
	_      pad
	bottom word
	_      pad
	own    chaseLevOwner
	_      pad
}

// chaseLevOwner is the private half: only the owner touches it.
type chaseLevOwner struct {
	bottom   uint64 // the owner's copy of bottom
	ring     *ring  // and of ring
	counters Counters
}

// ring is the circular array, of a length that is a power of two.
type ring struct{ slots []slot }

func newRing(length int) *ring { return &ring{slots: make([]slot, length)} }

func (r *ring) slot(index uint64) *slot { return &r.slots[index&uint64(len(r.slots)-1)] }

func newChaseLev(capacity int) *chaseLev {
	d := &chaseLev{capacity: capacity, own: chaseLevOwner{ring: newRing(firstRing)}}
	d.ring.Store(d.own.ring)
	return d
}

// Push is pushBottom.
func (d *chaseLev) Push(item uint64) bool {
	c := &d.own.counters
	if d.full() {
		c.Full++
		return false
	}
	d.pushBottom(item)
	c.Pushes++
	return true
}

// pushBottom adds item. The caller has seen room. The ring is looked up after it
// has grown: thieves would not find an item that is stored in the retired one.
func (d *chaseLev) pushBottom(item uint64) {
	own := &d.own
	if top := d.top.Load(); own.bottom-top == uint64(len(own.ring.slots)) {
		d.grow(top)
	}
	own.ring.slot(own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	own.counters.Stores++
	d.publish(own.bottom + 1)
}

// grow doubles the ring. Items that thieves take meanwhile are copied in vain.
func (d *chaseLev) grow(top uint64) {
	own := &d.own
	next := newRing(2 * len(own.ring.slots))
	for i := top; i != own.bottom; i++ {
		next.slot(i).Store(own.ring.slot(i).Load())
	}
	own.counters.Stores += own.bottom - top + 1
	own.ring = next
	d.ring.Store(next) // after the items, before the push that needs it
}

// Pop is popBottom.
//
// Bottom is published before top is read. The late-bottom double take, were it
// published after the test:
//
//  1. 2 items. The owner reads top 0, so that item 1 is not the last, and stops.
//  2. A thief takes item 0. Another reads top 1 and bottom 2, and takes item 1.
//  3. The owner decrements bottom and takes item 1 once more.
func (d *chaseLev) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.top.Load() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := b - 1
	d.publish(last)
	item := own.ring.slot(last).Load()
	top := d.top.Load()
	won := top < last // it is not the last item
	if !won {
		won = top == last && d.swapTop(top, &own.counters)
		d.publish(b) // top is b now, whoever won
	}
	if !won {
		own.counters.PopEmpty++
		return 0, false
	}
	own.counters.Pops++
	return item, true
}

// Steal takes One with popTop and adds it at the bottom of d. It is abp's, written once
// more: each algorithm is read in a file of its own, and a shared one would need an
// interface call for each access.
func (d *chaseLev) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*chaseLev)
	if !ok || amount != One {
		panic(fmt.Sprintf("stealq: chaselev cannot steal %v from %T", amount, victim))
	}
	c := &d.own.counters
	c.Steals++
	if v == d || d.full() {
		return c.empty()
	}
	item, o := v.popTop(c)
	if o != Took {
		return c.missed(o)
	}
	d.pushBottom(item)
	return c.took(1)
}

// popTop is the paper's steal, for the thief that counts in c.
//
// Top is read before bottom: the other way round, the owner may have popped the
// item that a younger top leads to. The slot is read before the compare-and-swap,
// after which the owner may write another item over it. And the ring is read after
// top. The old-ring loss, were it read before:
//
//  1. Items a and b fill a ring of 2. A thief reads that ring, and stops.
//  2. The owner pushes c. The ring grows to 4, and c lies only there, at index 2.
//  3. Another thief takes a, then b.
//  4. The first thief reads top 2 and bottom 3. In the old ring, index 2 is where
//     a was. Its compare-and-swap succeeds: a is taken twice, and c never.
func (d *chaseLev) popTop(c *Counters) (item uint64, o Outcome) {
	top := d.top.Load()
	if b := d.bottom.Load(); int64(b-top) <= 0 {
		return 0, Empty
	}
	item = d.ring.Load().slot(top).Load()
	if !d.swapTop(top, c) {
		return 0, Lost
	}
	return item, Took
}

// swapTop moves top past the item there, unless somebody did.
func (d *chaseLev) swapTop(top uint64, c *Counters) bool {
	c.CAS++
	if !d.top.CompareAndSwap(top, top+1) {
		c.CASFailed++
		return false
	}
	return true
}

func (d *chaseLev) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}

// full is the owner's question, as only it can fill the deque.
func (d *chaseLev) full() bool { return d.own.bottom-d.top.Load() == uint64(d.capacity) }

// Len reads bottom before top, which only moves on, so it is never above Cap. It
// takes a bottom below top, as a Pop in progress may leave it, for none.
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

// atRest checks invariant (2) while nobody is in a method.
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
