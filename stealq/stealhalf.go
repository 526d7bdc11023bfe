package stealq

import "fmt"

// The StealHalf deque. A thief takes up to half of a deque with one compare-and-swap.
// The owner needs a compare-and-swap only when the length of its deque crosses a power
// of two, and once after each theft.
//
// Danny Hendler and Nir Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002,
// sections 2.1 and 2.2, figures 3 (pushBottom), 5 (popBottom) and 7 (tryToSteal).
//
//	slots, by index modulo 2N; slot = index mod N
//
//	   . . . a b c d e f g h i . . . .
//	         ^top            ^
//	         |-----|         bottom
//	       steal range
//
// The items lie in [top .. bottom). One word, the range, holds top, the length of the
// steal range and a tag. A thief may take items of the steal range and no others.
//
//	Push   1. Write the item into the slot at bottom.
//	       2. Publish the raised bottom.
//	       3. Replace the range, but only if the length has crossed a power of two
//	          or a thief has changed the range.
//	Pop    1. Publish the lowered bottom.
//	       2. Read the range. If top has passed the item, a thief took it: put
//	          bottom back.
//	       3. Otherwise do step 3 of Push. Then the item is the owner's.
//	Steal  1. Read the victim's range, then the victim's bottom.
//	       2. Copy items from the victim's top into free slots of the thief.
//	       3. Replace the victim's range by one that begins above these items. If
//	          the compare-and-swap fails, the steal is Lost.
//	       4. Publish the thief's raised bottom, then do step 3 of Push.
//
// Why there is a range. Suppose that a thief could move top by half of all items, and
// that the owner popped without a compare-and-swap. After the thief has read bottom, the
// owner may pop items of the half that the thief is about to take. Here the owner pops
// freely only outside the steal range. Before it comes near, it replaces the range, and
// so the compare-and-swap of every thief that has read the old range fails.
//
// Differences from the printed pseudo-code, and why. The tests keep each printed form.
// An exhaustive search of schedules finds the error in each.
//
//	a  The printed popBottom takes an item for safe if the range does not hold
//	   bottom. A stolen last item passes this test and is returned again. An empty
//	   range does not prove a theft either. Here: top has passed a stolen item.
//	b  The printed popBottom sets bottom to 0 after the last item was stolen. In a
//	   cyclic array this makes items that were never pushed. Here: bottom returns to
//	   top.
//	c  The printed tryToSteal leaves a range of at least one. After the last item
//	   this is a slot with no item. Here: the range is empty after the last item.
//	d  The printed popBottom replaces the range before it decrements bottom. Here:
//	   Pop publishes bottom before it reads the range. See Pop.
//	e  The printed pushBottom goes on after its compare-and-swap has failed.
//	f  The printed tryToSteal does the same for the thief's own deque. In both cases
//	   an item may lie below an empty range, where no thief sees it. Here: both
//	   try again until the range fits.
//	g  Here one read of the range serves the tests and the compare-and-swap.
//	h  Here a thief reads the range before bottom. See Steal.
//	i  Here the owner replaces the range at a crossing even if its length stays the
//	   same. The new tag is what makes old thieves fail.
//	j  Here N slots hold N items. Indices run modulo 2N, so full is not empty. The
//	   paper's deque holds N-1 items.
//	k  Here the tag has 42 bits. The comment of stealRange says when it wraps.
//	l  Here Pop tries again where the paper aborts (its own footnote 14).
//
// A theft adds several items to the thief's deque at once. The thief's length can
// therefore jump over a power of two without ever being one. The function crosses sees
// such a jump.
//
// Invariants. r is the range now, and n is the number of items in [top .. bottom). "At
// rest" means that the owner is in no method.
//
//	(1) Only the owner writes bottom and the slots. Only compare-and-swaps write r
//	    (Reset excepted), and each changes the tag.
//	(2) top never passes bottom, except for the one item that a Pop in progress has
//	    announced.
//	(3) Suppose that r is the range that the owner wrote last (prev). Then n lies
//	    between the same two powers of two as when the owner wrote it, and r.length
//	    = ownerRange(n). An item that Pop takes without a compare-and-swap therefore
//	    lies outside r.
//	(4) At rest n/8 <= r.length <= n/2, except r.length = 1 for n = 1. The range of a
//	    deque at rest is therefore empty only if the deque is.
//
// Cost in atomic operations without the loads (on amd64 a store is an XCHG):
//
//	Push             2 stores, and a compare-and-swap at a power of two or after a theft
//	Pop              1 store, and a compare-and-swap likewise
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim; for n items taken n+1 stores,
//	                 and a compare-and-swap of the thief's range as in Push; n stores
//	                 for n items lost
//
// A run of k pushes or of k pops, with m thefts during the run, takes O(log k + m)
// compare-and-swaps (theorem 4.3).

// StealHalf is the kind whose thief takes up to half of its victim's items with one
// compare-and-swap (Hendler and Shavit, PODC 2002). It is the recommended kind, and the
// default of package mark. Its file is stealhalf.go.
var StealHalf = &Kind{
	Name:    "stealhalf",
	Doc:     "one compare-and-swap steals up to half (Hendler and Shavit, PODC 2002)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newStealHalf) },
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
	d.raiseBottom(1)
	return true
}

// Pop is popBottom.
//
// Pop publishes the lowered bottom before it reads the range. If it read the range
// first, as printed, two goroutines could take one item. The early-range double take:
//
//  1. The deque holds items 0 and 1, and the range is item 0. The owner replaces the
//     range, because the length 2 is a power of two. It stops before it decrements
//     bottom.
//  2. A thief reads the new range. It reads bottom and still counts 2 items.
//  3. The owner decrements bottom. It takes item 1, which lies outside the range.
//  4. The thief's compare-and-swap succeeds, and the thief takes item 0. It counted 2
//     items, so it leaves a range of 1. This range holds item 1.
//  5. A second thief takes item 1 once more.
//
// With bottom first, there are two cases. A thief that reads the owner's new range also
// reads the new bottom, and so it counts right. A thief that has read the old range
// competes with the owner to replace it, and only one of them succeeds. If the thief
// succeeds, the owner looks again. Each turn of the loop but the last is therefore some
// thief's success. An owner that need not replace the range takes an item outside it, by
// invariant (3).
func (d *stealHalf) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.stealRange().top() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last) // before the range is read: the early-range double take
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
//
// Steal reads the range before bottom. A bottom that was read first may be older than
// the owner's last range. The thief would then count items that the owner has popped,
// and leave a range that reaches them. A bottom that is read second may also be old when
// the compare-and-swap succeeds, but only within one power of two; thiefRange allows
// for this.
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
	n := v.items(r, v.bottom.Load()) // after r
	d.copyFrom(v, r.top(), num)      // before the compare-and-swap: the late-copy loss
	c.CAS++
	if !v.packed.CompareAndSwap(uint64(r), uint64(r.replacedBy((r.top()+num)&v.wrap, thiefRange(n, num)))) {
		c.CASFailed++
		return c.lost()
	}
	d.raiseBottom(num)
	return c.took(int(num))
}

// want returns how many items d takes from a victim whose range is r. The room in d can
// only become larger while d steals, because no other goroutine adds to d.
func (d *stealHalf) want(r stealRange, amount Amount) uint64 {
	ownLen := d.items(d.stealRange(), d.own.bottom)
	return min(uint64(amount.of(int(r.length()), int(ownLen))), uint64(len(d.slots))-ownLen)
}

// copyFrom copies num items at index top of v to the free slots at the bottom of d. The
// items become d's only if the compare-and-swap that follows succeeds. Until then v's
// owner may pop them and write other items over them, and the copies are worthless. If a
// thief copied after its compare-and-swap, it could lose an item. The late-copy loss:
//
//  1. A thief wins item a. It stops before it reads a's slot.
//  2. The owner pushes N items. It writes the last of them into a's slot.
//  3. The thief reads this item, so two deques hold it. Item a is lost.
func (d *stealHalf) copyFrom(v *stealHalf, top, num uint64) {
	for i := range num {
		d.slot(d.own.bottom + i).Store(v.slot(top + i).Load())
	}
	d.own.counters.Stores += num
}

// raiseBottom adds num items to the deque. The items already lie in the slots from
// bottom on. It repeats until the range fits the new length: by invariant (3), or
// because it has replaced the range.
func (d *stealHalf) raiseBottom(num uint64) {
	d.publish((d.own.bottom + num) & d.wrap)
	for {
		r := d.stealRange()
		n := d.items(r, d.own.bottom)
		if r == d.own.prev && !crosses(n-num, n) || d.replace(r, n) {
			return
		}
	}
}

// replace makes the range fit n items. It fails if the range is no longer r.
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

// publish moves bottom, for the owner and for thieves.
func (d *stealHalf) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}
