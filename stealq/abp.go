package stealq

import "fmt"

// The deque of Arora, Blumofe and Plaxton: a thief takes one item with a
// compare-and-swap, and the owner needs one for its last item only.
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
// The items are those in [top .. bottom). A thief moves top, the owner moves
// bottom. They can meet only at the last item, and there both must swap age. The
// owner takes it from below, so that top stays where it was, and only the tag can
// defeat a thief that slept meanwhile. See Pop.
//
// What differs from the paper, and why.
//
//	a  Indices are cyclic. The paper's go back to 0 only when popBottom finds the
//	   deque empty, so thefts use the array up: it can be full with one item in
//	   it. Here a slot that top has passed is free at once, and a deque of N
//	   holds N items whatever was stolen before.
//	b  So an emptied deque stays where it is: bottom at 0 while top is not yet
//	   would make phantom items. The owner never stores age, it only swaps it.
//	c  Indices run modulo 2N, so that full and empty differ.
//	d  A thief's compare-and-swap changes the tag, too. In the paper top comes
//	   back only by way of 0 and the owner's tag; here also after 2N thefts.
//	e  A thief that sees no item looks at age again before it says so. See popTop.
//	f  The tag has 47 bits: at 5 ns a replacement it takes 8 days to wrap, and a
//	   stale thief that is to win must sleep through all of them.
//
// Invariants.
//
//	(1) Only the owner writes bottom and the slots. Only compare-and-swaps write
//	    age (but for Reset), and each changes the tag.
//	(2) top moves up by one, and never passes bottom, except for the one item
//	    that a Pop in progress has announced.
//	(3) [top .. bottom) never has more than N items, and the slot of each keeps
//	    its item until top has passed it or the owner has popped it.
//	(4) Who takes the item at top swaps age. Who takes another is the owner, and
//	    has first published a bottom that keeps thieves from it.
//
// Cost in atomic operations, loads aside (on amd64 a store is an XCHG):
//
//	Push             2 stores
//	Pop              1 store; for the last item a compare-and-swap as well
//	Pop when empty   none
//	Steal            a compare-and-swap at the victim and 2 stores

// ABP is the kind whose thief takes one item, from memory of a fixed size.
var ABP = &Kind{
	Name:    "abp",
	Doc:     "steals one; a compare-and-swap for the last item (Arora, Blumofe and Plaxton, SPAA 1998)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newABP) },
	Amounts: []Amount{One},
	Loses:   true,
}

type abp struct {
	slots []slot // N of them; written by the owner, read by all
	wrap  uint64 // 2N-1: indices are taken modulo 2N

	_      pad
	age    word // tag and top, see age
	_      pad
	bottom word
	_      pad
	own    abpOwner
	_      pad
}

// abpOwner is the private half: only the owner touches it.
type abpOwner struct {
	bottom   uint64 // the owner's copy of bottom
	counters Counters
}

// age is the packed {tag, top}.
type age uint64

func (a age) top() uint64 { return uint64(a) & (1<<topBits - 1) }

// replacedBy is the age that follows a: the next tag, with the given top.
func (a age) replacedBy(top uint64) age { return (a>>topBits+1)&age(tagMask)<<topBits | age(top) }

func newABP(capacity int) *abp {
	return &abp{slots: make([]slot, capacity), wrap: uint64(2*capacity - 1)}
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

// pushBottom adds item. The caller has seen room.
func (d *abp) pushBottom(item uint64) {
	d.slot(d.own.bottom).Store(item) // before bottom: who sees the new bottom sees the item
	d.own.counters.Stores++
	d.publish((d.own.bottom + 1) & d.wrap)
}

// Pop is popBottom.
//
// Bottom is published before age is read. The late-bottom double take, were it
// published after the test:
//
//  1. 2 items. The owner reads top 0, so that item 1 is not the last, and stops.
//  2. A thief takes item 0. Another reads top 1 and bottom 2, and takes item 1.
//  3. The owner decrements bottom and takes item 1 once more.
//
// The swap for the last item changes the tag and nothing else. The stale-thief
// loss, were there no tag:
//
//  1. Item a lies at index 0. A thief reads top 0 and bottom 1, copies a, and
//     stops before its compare-and-swap.
//  2. The owner pops a. Top stays 0. It pushes b, at index 0 again.
//  3. The thief's compare-and-swap finds top 0 and sets it to 1: a is taken twice,
//     and b never.
func (d *abp) Pop() (uint64, bool) {
	own := &d.own
	b := own.bottom
	if d.loadAge().top() == b {
		own.counters.PopEmpty++
		return 0, false
	}
	last := (b - 1) & d.wrap
	d.publish(last)
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

// Steal takes One with popTop and adds it at the bottom of d.
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

// popTop takes the item at top, for the thief that counts in c.
//
// Age is read before bottom: the other way round, the owner may have popped the
// item that a younger top leads to. The slot is read before the compare-and-swap,
// after which the owner may write another item over it.
//
// The second look at age is for the false Empty, in a deque of 2 that always holds
// an item:
//
//  1. Items a and b lie at 0 and 1. A thief reads top 0, and stops.
//  2. Another thief takes a, and the owner pushes c. Bottom is 3.
//  3. The first thief reads bottom 3: from 0 to 3 are more items than fit, which
//     is also how a bottom below top looks.
//
// If age is unchanged, top was the same all the while, and there was no item.
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

// swapAge replaces age, unless it is no longer a.
func (d *abp) swapAge(a age, top uint64, c *Counters) bool {
	c.CAS++
	if !d.age.CompareAndSwap(uint64(a), uint64(a.replacedBy(top))) {
		c.CASFailed++
		return false
	}
	return true
}

func (d *abp) publish(bottom uint64) {
	d.own.bottom = bottom
	d.bottom.Store(bottom)
	d.own.counters.Stores++
}

func (d *abp) loadAge() age { return age(d.age.Load()) }

// items is the number of items from a's top to bottom, modulo 2N.
func (d *abp) items(a age, bottom uint64) uint64 { return (bottom - a.top()) & d.wrap }

// full is the owner's question, as only it can fill the deque.
func (d *abp) full() bool { return d.items(d.loadAge(), d.own.bottom) == uint64(len(d.slots)) }

func (d *abp) slot(index uint64) *slot { return &d.slots[index&uint64(len(d.slots)-1)] }

// Len takes a bottom below top, as a Pop in progress may leave it, for none.
func (d *abp) Len() int {
	b := d.bottom.Load()
	if n := int(d.items(d.loadAge(), b)); n <= len(d.slots) {
		return n
	}
	return 0
}

func (d *abp) Cap() int { return len(d.slots) }

func (d *abp) Counters() *Counters { return &d.own.counters }

func (d *abp) Reset() {
	d.age.Store(0)
	d.bottom.Store(0)
	d.own = abpOwner{}
}

// atRest checks invariants (2) and (3) while nobody is in a method.
func (d *abp) atRest() error {
	a, b := d.loadAge(), d.bottom.Load()
	switch {
	case b != d.own.bottom:
		return fmt.Errorf("bottom is %d, but the owner's copy %d", b, d.own.bottom)
	case d.items(a, b) > uint64(len(d.slots)):
		return fmt.Errorf("top %d is past bottom %d", a.top(), b)
	}
	return nil
}
