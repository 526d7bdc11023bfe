package stealq

import "fmt"

// The deque of Chase and Lev. It is a circular array, the ring, that grows. Indices
// can therefore count up for ever, and the compare-and-swap needs no tag.
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
// The items lie in [top .. bottom). A thief moves top, and the owner moves bottom.
//
//	Push   1. If the ring is full, grow it.
//	       2. Write the item into the slot at bottom.
//	       3. Publish the raised bottom.
//	Pop    1. Publish the lowered bottom.
//	       2. Read top. If top is below the item, the item is the owner's.
//	       3. Otherwise it is the last item. Race for it: move top past it. Put bottom
//	          back, won or lost.
//	Steal  1. Read the victim's top, then its bottom, then its ring. Copy the item.
//	       2. Move top past the item. If the compare-and-swap fails, the steal is Lost.
//	       3. Push the item on the thief's own deque.
//
// The owner takes the last item like a thief, from above. Therefore top never has an old
// value again, and needs no tag. It has 64 bits. With a theft every 5 ns they last for
// 2,900 years.
//
// How the ring grows. A push into a full ring makes a ring of twice the length. It
// copies each item to its index in the new ring, and publishes the new ring. The old
// ring is never written again, so a thief that still holds it reads the right item.
// Go's collector frees the old ring when the last such thief has left it. In a
// language without a collector this takes hazard pointers or epochs.
//
// Differences from the paper, and why.
//
//	a  The ring stops growing at the capacity, and then Push refuses the item. The
//	   contract of this package is a bounded deque.
//	b  The ring never shrinks, and Reset keeps it, so the next run allocates nothing.
//	c  A Pop of an empty deque stores nothing. The owner looks first.
//	d  Slots are atomic, because a slow thief may read a slot that the owner writes.
//	e  All atomics are sequentially consistent, as Go's are. Weaker atomics need a
//	   fence in Pop and one in Steal (Le, Pop, Cohen and Zappa Nardelli, PPoPP 2013).
//
// Invariants.
//
//	(1) Only the owner writes bottom, the ring and the slots. Only
//	    compare-and-swaps write top (Reset excepted), and each adds 1.
//	(2) top <= bottom, except for the one item that a Pop in progress has
//	    announced. bottom - top <= length of the ring <= capacity.
//	(3) An item lies at its own index in every ring since the one that it was pushed
//	    into, until top has passed it or the owner has popped it. No goroutine
//	    writes an old ring.
//	(4) Each goroutine that takes the item at top replaces top. Only the owner takes
//	    another item, and it has first published a bottom that keeps thieves from
//	    it.
//
// Cost in atomic operations without the loads (on amd64 a store is an XCHG):
//
//	Push             2 stores; when the ring grows, one for each item and one more
//	Pop              1 store; for the last item a compare-and-swap and a second store
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim and 2 stores

// ChaseLev is the kind whose thief takes one item, and whose memory grows when it is
// needed (Chase and Lev, SPAA 2005). Its file is chaselev.go.
var ChaseLev = &Kind{
	Name:    "chaselev",
	Doc:     "steals one; a ring that grows up to the capacity (Chase and Lev, SPAA 2005)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newChaseLev) },
	Amounts: []Amount{One},
	Loses:   true,
	Grows:   true,
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

// pushBottom adds item. The caller has seen that there is room. It looks up the ring
// after the ring has grown. Thieves would not find an item in the old ring.
func (d *chaseLev) pushBottom(item uint64) {
	own := &d.own
	if top := d.top.Load(); own.bottom-top == uint64(len(own.ring.slots)) {
		d.grow(top)
	}
	own.ring.slot(own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	own.counters.Stores++
	d.publish(own.bottom + 1)
}

// grow makes a ring of twice the length. Thieves may take items meanwhile; their copies do
// no harm, because top has passed them.
func (d *chaseLev) grow(top uint64) {
	own := &d.own
	next := newRing(2 * len(own.ring.slots))
	for i := top; i != own.bottom; i++ {
		next.slot(i).Store(own.ring.slot(i).Load())
	}
	own.counters.Stores += own.bottom - top + 1
	own.ring = next
	d.ring.Store(next) // after the items, so thieves find them; before the push that needs it
}

// Pop is popBottom.
//
// Pop publishes the lowered bottom before it reads top. If it published bottom after the
// test, two goroutines could take one item. The late-bottom double take:
//
//  1. The deque has 2 items. The owner reads top 0, so item 1 is not the last. It stops.
//  2. A thief takes item 0. Another thief reads top 1 and bottom 2, and takes item 1.
//  3. The owner decrements bottom and takes item 1 once more.
func (d *chaseLev) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.top.Load() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := b - 1
	d.publish(last) // before top is read: the late-bottom double take
	item := own.ring.slot(last).Load()
	top := d.top.Load()
	won := top < last // it is not the last item
	if !won {
		won = top == last && d.swapTop(top, &own.counters)
		d.publish(b) // top is b now, whether the owner or a thief won
	}
	if !won {
		own.counters.PopEmpty++
		return 0, false
	}
	own.counters.Pops++
	return item, true
}

// Steal takes one item with popTop and adds it at the bottom of d. Its text is that of
// abp.go, written a second time. Each algorithm can be read in one file, and a shared
// Steal would need an interface call for each access.
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

// popTop is the paper's steal. The thief counts in c.
//
// Top is read before bottom. In the other order the thief may hold an old bottom and a
// new top. The owner may already have popped the item at the new top.
//
// The slot is read before the compare-and-swap. After it the owner may write another
// item into the slot.
//
// The ring is read after top. If it were read before, an old ring could meet a new top.
// The old-ring loss:
//
//  1. Items a and b fill a ring of 2. A thief reads this ring and stops.
//  2. The owner pushes c. The ring grows to 4. Item c lies only in the new ring, at
//     index 2.
//  3. Another thief takes a, then b.
//  4. The first thief reads top 2 and bottom 3. In the old ring, index 2 is the slot of
//     a. The thief's compare-and-swap succeeds. Item a is taken twice, and c is lost.
func (d *chaseLev) popTop(c *Counters) (item uint64, o Outcome) {
	top := d.top.Load()
	if b := d.bottom.Load(); int64(b-top) <= 0 {
		return 0, Empty
	}
	item = d.ring.Load().slot(top).Load() // after top: the old-ring loss
	if !d.swapTop(top, c) {
		return 0, Lost
	}
	return item, Took
}

// swapTop moves top past the item there. It fails if another goroutine has moved top.
func (d *chaseLev) swapTop(top uint64, c *Counters) bool {
	c.CAS++
	if !d.top.CompareAndSwap(top, top+1) {
		c.CASFailed++
		return false
	}
	return true
}

// publish moves bottom, for the owner and for thieves.
func (d *chaseLev) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}
