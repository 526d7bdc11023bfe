package stealq

import "fmt"

// The StealHalf deque: a thief takes up to half of a deque with one
// compare-and-swap, and the owner needs one only where its length crosses a
// power of two, or after a theft.
//
// Danny Hendler and Nir Shavit, "Non-Blocking Steal-Half Work Queues", PODC
// 2002, sections 2.1 and 2.2, figures 3 (pushBottom), 5 (popBottom) and 7
// (tryToSteal).
//
//	slots, by index modulo 2N; slot = index mod N
//
//	   . . . a b c d e f g h i . . . .
//	         ^top            ^
//	         |-----|         bottom
//	       steal range
//
// The items are those in [top .. bottom). A thief takes a prefix of the steal
// range and moves top. The owner moves bottom, and alone writes slots.
//
// Why a range. "One compare-and-swap moves top by half" on a deque whose owner
// pops without one is wrong: between the thief's look at bottom and its
// compare-and-swap the owner may pop down into the half that the thief is about
// to take. Here the owner must replace the range, and so defeat that thief,
// before it can come near the range's end.
//
// What differs from the printed pseudo-code, and why. Each printed form is kept
// in the tests as a control that an exhaustive search of schedules catches.
//
//	a  popBottom tells a stolen item from a safe one by the range not holding
//	   bottom. A stolen last item passes that test and is returned again. An
//	   empty range is no proof of theft either. Here: the item was stolen
//	   exactly if top has passed it.
//	b  popBottom sets bottom to 0 when it finds the deque stolen empty. In a
//	   cyclic array that makes phantom items. Here: bottom returns to top.
//	c  tryToSteal leaves a range of at least one. After the last item that is a
//	   slot never written. Here: none, if the theft empties the deque.
//	d  popBottom replaces the range first and decrements bottom afterwards. Here:
//	   bottom is published before the range is read. See Pop.
//	e  pushBottom goes on when its compare-and-swap fails, and
//	f  tryToSteal does so for its own deque. An item may then lie under an empty
//	   range where no thief sees it. Here: both repeat until one holds.
//	g  A range is read once for the tests and the compare-and-swap together.
//	h  A thief reads the range before bottom.
//	i  A crossing replaces the range even where its length stays the same: the
//	   new tag is the point.
//	j  N slots hold N items: indices run modulo 2N, so full is not empty. The
//	   paper's hold N-1.
//	k  The tag has 42 bits; stealRange says what it takes to wrap.
//	l  popBottom repeats where the paper aborts (its own footnote 14).
//
// A theft adds several items at once, so a thief's own length can jump over a
// power of two; crosses looks for that, a test for the power itself would not.
//
// Invariants. r is the current range, n the number of items in [top .. bottom),
// and "at rest" means that the owner is in no method.
//
//	(1) Only the owner writes bottom and the slots. Only compare-and-swaps write
//	    r (but for Reset), and each changes the tag.
//	(2) top never passes bottom, except for the one item that a Pop in progress
//	    has announced.
//	(3) If r is what the owner wrote last (prev), then n is between the same two
//	    powers of two as when it was written, and r.length = ownerRange(n). So
//	    an item that Pop takes without a compare-and-swap lies outside r.
//	(4) At rest n/8 <= r.length <= n/2, except r.length = 1 for n = 1. So a
//	    deque at rest has an empty range only if it is empty.
//
// Cost in atomic operations, loads aside (on amd64 a store is an XCHG):
//
//	Push             2 stores, and a compare-and-swap at a power of two or after a theft
//	Pop              1 store, and a compare-and-swap likewise
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim; for n items taken n+1 stores,
//	                 and a compare-and-swap of its own range as in Push
//
// k pushes in a row, or k pops, with m thefts among them, take O(log k + m)
// compare-and-swaps (theorem 4.3).

// StealHalf is the kind whose thief takes up to half of its victim's items with one
// compare-and-swap. It is the default, and the one to take.
var StealHalf = &Kind{
	Name:    "stealhalf",
	Doc:     "one compare-and-swap steals up to half (Hendler and Shavit, PODC 2002)",
	New:     func(deques, capacity int) []Deque { return family(deques, capacity, newStealHalf) },
	Amounts: []Amount{Balance, One, Half},
	Loses:   true,
}

// Push is pushBottom.
func (d *stealHalf) Push(item uint64) bool {
	own := &d.own
	if d.items(d.stealRange(), own.bottom) == uint64(len(d.slots)) {
		own.counters.Full++
		return false
	}
	d.slot(own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	own.counters.Stores++
	own.counters.Pushes++
	d.grow(1)
	return true
}

// Pop is popBottom.
//
// Bottom is published before the range is read. The other way round, as
// printed, two goroutines take one item. The early-range double take:
//
//  1. 2 items, range 1. The owner replaces the range, for 2 is a power of two,
//     and stops before it decrements bottom.
//  2. A thief reads the new range, then bottom: still 2 items.
//  3. The owner decrements bottom and takes item 1, which is outside the range.
//  4. The thief's compare-and-swap succeeds. It takes item 0 and, as it counted
//     2 items, leaves a range of 1: item 1.
//  5. A second thief takes item 1 once more.
//
// With bottom first, a thief that reads the new range sees the new bottom; and of
// the owner and a thief that read the old range, only one has its compare-and-swap
// succeed. If it is the thief's, the owner looks again: each turn of the loop but
// the last is some thief's success.
func (d *stealHalf) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.stealRange().top() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last)
	item := d.slot(last).Load()
	for {
		r := d.stealRange()
		if r.top() == b { // a thief took item, the last one
			d.publish(b)
			own.counters.PopEmpty++
			return 0, false
		}
		left := d.items(r, last)
		if r == own.prev && !crosses(left+1, left) || d.replace(r, left) {
			own.counters.Pops++
			return item, true
		}
	}
}

// Steal is tryToSteal. It returns Lost when its only compare-and-swap fails.
func (d *stealHalf) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*stealHalf)
	if !ok || amount > Half {
		panic(fmt.Sprintf("stealq: stealhalf cannot steal %v from %T", amount, victim))
	}
	c := &d.own.counters
	c.Steals++
	r := v.stealRange()
	num := d.want(r, amount)
	if num == 0 || v == d {
		return c.empty()
	}
	n := v.items(r, v.bottom.Load()) // after r; see thiefRange
	d.copyFrom(v, r.top(), num)      // before the compare-and-swap; see copyFrom
	c.CAS++
	if !v.packed.CompareAndSwap(uint64(r), uint64(r.replacedBy((r.top()+num)&v.wrap, thiefRange(n, num)))) {
		c.CASFailed++
		return c.lost()
	}
	d.grow(num)
	return c.took(int(num))
}

// want is how many items to take from a victim whose range is r. The room can
// only grow while d steals, for nobody else adds to d.
func (d *stealHalf) want(r stealRange, amount Amount) uint64 {
	ownLen := d.items(d.stealRange(), d.own.bottom)
	return min(uint64(amount.of(int(r.length()), int(ownLen))), uint64(len(d.slots))-ownLen)
}

// copyFrom copies num items at index top of v to the free slots at the bottom
// of d. Only winning the compare-and-swap that follows makes them d's: until
// then v's owner may pop them and write others over them. The late-copy loss,
// were they copied after it:
//
//  1. A thief wins item a, and stops before it reads a's slot.
//  2. The owner pushes N items, the last of them into that slot.
//  3. The thief reads that item, which the deque holds too, and a is gone.
func (d *stealHalf) copyFrom(v *stealHalf, top, num uint64) {
	for i := range num {
		d.slot(d.own.bottom + i).Store(v.slot(top + i).Load())
	}
	d.own.counters.Stores += num
}

// grow takes num items that lie in the slots from bottom on into the deque, and
// repeats until invariant (3) or a fresh range holds for the new length.
func (d *stealHalf) grow(num uint64) {
	d.publish((d.own.bottom + num) & d.wrap)
	for {
		r := d.stealRange()
		n := d.items(r, d.own.bottom)
		if r == d.own.prev && !crosses(n-num, n) || d.replace(r, n) {
			return
		}
	}
}

// replace makes the range fit n items, unless it is no longer r.
func (d *stealHalf) replace(r stealRange, n uint64) bool {
	own := &d.own
	next := r.replacedBy(r.top(), ownerRange(n))
	own.counters.CAS++
	if !d.packed.CompareAndSwap(uint64(r), uint64(next)) {
		own.counters.CASFailed++
		return false
	}
	own.prev = next
	return true
}

// publish moves bottom.
func (d *stealHalf) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}
