package stealq

import "fmt"

// The deque of Arora, Blumofe and Plaxton. A thief takes one item with a
// compare-and-swap. The owner needs a compare-and-swap only for its last item.
//
// Nimar S. Arora, Robert D. Blumofe and C. Greg Plaxton, "Thread Scheduling for
// Multiprogrammed Multiprocessors", SPAA 1998, section 3 (pushBottom, popTop and
// popBottom).
//
//	slots, by index modulo 2N; slot = index mod N
//
//	   . . . a b c d e f g h i . . . .
//	         ^top              ^bottom
//	         thieves           the owner
//
//	age, one word
//	63                              17 16          0
//	+---------------------------------+--------------+
//	| tag, 47 bits                    | top, 17 bits |
//	+---------------------------------+--------------+
//
// The items lie in [top .. bottom). A thief moves top, and the owner moves bottom.
//
//	Push   1. Write the item into the slot at bottom.
//	       2. Publish the raised bottom.
//	Pop    1. Publish the lowered bottom.
//	       2. Read age. If older items are left, the item is the owner's.
//	       3. If it is the last item, race for it: replace age by one with the same
//	          top and a new tag.
//	       4. If a thief has taken the item, put bottom back.
//	Steal  1. Read the victim's age, then its bottom. Copy the item at top.
//	       2. Replace age by one whose top is past the item. If the
//	          compare-and-swap fails, the steal is Lost.
//	       3. Push the item on the thief's own deque.
//
// Owner and thieves can meet only at the last item, and there both must replace age.
// The owner takes the last item from below, so top stays where it was. Only the tag can
// make a thief fail that slept meanwhile. See Pop.
//
// Differences from the paper, and why.
//
//	a  Here indices are cyclic. The paper's indices go back to 0 only when popBottom
//	   finds the deque empty. Thefts therefore use up the paper's array, and it can be
//	   full with one item in it. Here a slot is free as soon as top has passed it. A
//	   deque of N holds N items, whatever was stolen before.
//	b  A deque that becomes empty therefore stays where it is. A bottom of 0 would
//	   make items that were never pushed, because top is not 0. The owner never stores
//	   age; it only replaces age by a compare-and-swap.
//	c  Indices run modulo 2N, so full and empty differ.
//	d  A thief's compare-and-swap also changes the tag. In the paper top comes back to
//	   an old value only by way of 0, with a new tag of the owner's. Here top also
//	   comes back after 2N thefts.
//	e  A thief that sees no item looks at age again before it says so. See popTop.
//	f  The tag has 47 bits. With a replacement every 5 ns it takes 8 days to wrap. An
//	   old thief can succeed only if it sleeps through all of them.
//
// Invariants.
//
//	(1) Only the owner writes bottom and the slots. Only compare-and-swaps write
//	    age (Reset excepted), and each changes the tag.
//	(2) top moves up by one at a time. It never passes bottom, except for the one
//	    item that a Pop in progress has announced.
//	(3) [top .. bottom) never has more than N items. The slot of an item keeps it
//	    until top has passed the item or the owner has popped it.
//	(4) Each goroutine that takes the item at top replaces age. Only the owner
//	    takes another item, and it has first published a bottom that keeps
//	    thieves from it.
//
// Cost in atomic operations without the loads (on amd64 a store is an XCHG):
//
//	Push             2 stores
//	Pop              1 store; for the last item a compare-and-swap as well
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim and 2 stores

// ABP is the kind whose thief takes one item, and whose memory has a fixed size (Arora,
// Blumofe and Plaxton, SPAA 1998). Its file is abp.go.
var ABP = &Kind{
	Name:    "abp",
	Doc:     "steals one; a compare-and-swap for the last item (Arora, Blumofe and Plaxton, SPAA 1998)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newABP) },
	Amounts: []Amount{One},
	Loses:   true,
}

// Push is pushBottom.
func (d *abp) Push(item uint64) bool {
	c := &d.own.counters
	if d.full() {
		c.Full++
		return false
	}
	d.pushBottom(item)
	c.Pushes++
	return true
}

// pushBottom adds item. The caller has seen that there is room.
func (d *abp) pushBottom(item uint64) {
	d.slot(d.own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	d.own.counters.Stores++
	d.publish((d.own.bottom + 1) & d.wrap)
}

// Pop is popBottom.
//
// Pop publishes the lowered bottom before it reads age. If it published bottom after the
// test, two goroutines could take one item. The late-bottom double take:
//
//  1. The deque has 2 items. The owner reads top 0, so item 1 is not the last. It stops.
//  2. A thief takes item 0. Another thief reads top 1 and bottom 2, and takes item 1.
//  3. The owner decrements bottom and takes item 1 once more.
//
// For the last item Pop replaces age by one with a new tag and the same top. Without the
// tag a sleeping thief could succeed. The stale-thief loss:
//
//  1. Item a lies at index 0. A thief reads top 0 and bottom 1 and copies a. It stops
//     before its compare-and-swap.
//  2. The owner pops a, and top stays 0. It pushes b, which lies at index 0 again.
//  3. The thief's compare-and-swap finds top 0 and sets it to 1. Item a is taken twice,
//     and b is lost.
func (d *abp) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.loadAge().top() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last) // before age is read: the late-bottom double take
	item := d.slot(last).Load()
	a := d.loadAge()
	if top := a.top(); top != b && (top != last || d.swapAge(a, last, &own.counters)) {
		own.counters.Pops++
		return item, true
	}
	d.publish(b) // a thief took the last item: top is b
	own.counters.PopEmpty++
	return 0, false
}

// Steal takes one item with popTop and adds it at the bottom of d.
func (d *abp) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*abp)
	if !ok || amount != One {
		panic(fmt.Sprintf("stealq: abp cannot steal %v from %T", amount, victim))
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

// popTop takes the item at top. The thief counts in c.
//
// Age is read before bottom. In the other order the thief may hold an old bottom and a
// new top. The owner may already have popped the item at the new top.
//
// The slot is read before the compare-and-swap. After it the owner may write another
// item into the slot.
//
// A thief that sees no item looks at age a second time. Without this look it could
// answer Empty for a deque of 2 that always holds an item. The false Empty:
//
//  1. Items a and b lie at 0 and 1. A thief reads top 0 and stops.
//  2. Another thief takes a, and the owner pushes c. Bottom is 3.
//  3. The first thief reads bottom 3. From 0 to 3 are more items than fit. A bottom
//     below top looks the same.
//
// If age is unchanged at the second look, top was the same all the while, and there was
// no item.
func (d *abp) popTop(c *Counters) (item uint64, o Outcome) {
	a := d.loadAge()
	if n := d.items(a, d.bottom.Load()); n == 0 || n > uint64(len(d.slots)) {
		if d.loadAge() != a {
			return 0, Lost
		}
		return 0, Empty
	}
	item = d.slot(a.top()).Load()
	if !d.swapAge(a, (a.top()+1)&d.wrap, c) {
		return 0, Lost
	}
	return item, Took
}

// swapAge replaces age by one with the given top. It fails if age is no longer a.
func (d *abp) swapAge(a age, top uint64, c *Counters) bool {
	c.CAS++
	if !d.age.CompareAndSwap(uint64(a), uint64(a.replacedBy(top))) {
		c.CASFailed++
		return false
	}
	return true
}

// publish moves bottom, for the owner and for thieves.
func (d *abp) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}
