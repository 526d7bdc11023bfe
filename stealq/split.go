package stealq

import "fmt"

// The split deque: the owner keeps its items private, in plain memory, and shows
// thieves one at a time, when one of them has asked. Left alone, it pushes and
// pops without a compare-and-swap or a fence.
//
// Guilherme Rito and Hervé Paulino, "Scheduling computations with provably low
// synchronization overheads", 2022, section 3: algorithm 1 (the targeted flag) and
// algorithm 2 (push, pop, popTop, updateBottom, popBottom).
//
//	          public             private
//	. . . a  b  c  d  |  e  f  g  h  i  j . . .
//	      ^top        ^official           ^bottom
//
// Items lie in [top .. bottom). A thief takes the one at top. The owner pushes and
// pops at bottom, and moves official: up to show an item (updateBottom), down to
// take the newest public one back when it has no private ones left (popBottom).
//
// What differs from the printed pseudo-code, and why. What a letter with a star
// names is kept in the tests as a control that an exhaustive search catches.
//
//	a* popBottom lowers officialBottom but not privateBottom. The next pop finds
//	   the two apart, takes the item between them for a private one and returns
//	   it again, with no thief about. Here: bottom follows.
//	b  The array is as long as all that is pushed before the deque is next empty,
//	   for only then popBottom puts the indices back to 0. Here: a ring of N slots
//	   holds N items, full is bottom - top = N, and indices never go back.
//	c* {tag, top} becomes top alone: 64 bits that only count up are their own tag.
//	d  A private item is an array element that thieves could read. Here the
//	   private part is plain memory of its own, and to show an item is to copy it
//	   into an atomic slot. A deque has 16 bytes for each item of its capacity.
//	e* The flag is cleared after updateBottom. The request of a thief that found
//	   the shown item gone already is cleared with it. Here: before. See Expose.
//	f  The flag is cleared though there was nothing to show. Here a request waits
//	   for the next push. There is still at most one item shown for a request.
//	g  The flag is asked once per turn of the scheduler. Here Push and Pop ask, and
//	   a caller that works long between them calls Expose. Pop takes its item
//	   before it shows one: the last private item is the owner's, not a race.
//	h  updateBottom stores officialBottom when nothing has changed, popBottom does
//	   before it looks whether there is anything, and a thief sets a flag that is
//	   set. Here: three stores less.
//
// Invariants. "At rest" means that the owner is in no method.
//
//	(1) top only counts up, by compare-and-swaps of one, each for one item taken.
//	(2) Only the owner writes bottom, official, slots and the private ring.
//	(3) At rest top <= official <= bottom <= top + N.
//	(4) Every item lies in the private ring, one in [top .. official) in its slot
//	    too.
//	(5) While targeted is 0, every thief that was sent away empty has been
//	    answered: an item was shown after its look.
//
// Len counts the public items: what thieves can take, and all that they can see,
// for a store at each push is the fence that the algorithm avoids. A private item
// is like one in the owner's hand: whoever holds it is at work. So a termination
// detector that counts an owner as active until its Pop has found nothing may
// look at Len, and an idle worker that waits for Len > 0 finds something then.
//
// Cost in atomic operations, loads aside (on amd64 a store is an XCHG):
//
//	Push, Pop         none while nobody asks
//	to show an item   3 stores
//	Pop, public item  1 store; the last one 2 stores and a compare-and-swap
//	Steal             a compare-and-swap; when empty 1 store, if the flag is not set

// Split is the kind whose owner keeps its items to itself until a thief asks for one.
var Split = &Kind{
	Name:    "split",
	Doc:     "private until a thief asks, then shown one at a time (Rito and Paulino, 2022)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newSplit) },
	Amounts: []Amount{One},
	Loses:   true,

	OnRequest: true,
}

func (d *split) Push(item uint64) bool {
	own := &d.own
	if d.Held() == len(own.ring) {
		own.counters.Full++
		return false
	}
	d.append(item)
	own.counters.Pushes++
	d.Expose()
	return true
}

// append adds item to the private part. The caller has seen room, which can only
// grow: nobody else adds to this deque.
func (d *split) append(item uint64) {
	d.own.ring[d.own.bottom&d.mask] = item
	d.own.bottom++
}

// Pop takes a private item if there is one (pop), otherwise a public one.
func (d *split) Pop() (uint64, bool) {
	own := &d.own
	if own.bottom == own.official {
		return d.popBottom()
	}
	own.bottom--
	own.counters.Pops++
	item := own.ring[own.bottom&d.mask]
	d.Expose()
	return item, true
}

// popBottom takes back the newest public item. There is no private one, so bottom
// is official.
//
// Official is lowered before top is read. The other way round, both the owner and
// a thief take an item:
//
//  1. 2 public items. The owner reads top and sees that the newest is not the last.
//  2. A thief takes item 0, and reads top and official once more: 1 item.
//  3. The owner lowers official and takes item 1 without a compare-and-swap.
//  4. The thief's compare-and-swap finds top as it was: it takes item 1 too.
//
// With official first, a thief that reads a top at which item 1 is the last, and
// then the old official, has left that top for the owner to see: it has to race
// for the item with a compare-and-swap.
func (d *split) popBottom() (uint64, bool) {
	own := &d.own
	if d.top.Load() == own.official {
		own.counters.PopEmpty++
		return 0, false
	}
	last := own.official - 1
	d.publish(last)
	item := own.ring[last&d.mask] // the owner's copy: invariant (4)
	top := d.top.Load()
	if last > top { // the next thief takes another one
		own.bottom = last
		own.counters.Pops++
		return item, true
	}
	// The last one, if a thief was not faster: race for it. Top is past it then,
	// whoever moved it, and bottom need not change.
	won := last == top && d.swapTop(top, &own.counters)
	d.publish(last + 1)
	if !won {
		own.counters.PopEmpty++
		return 0, false
	}
	own.counters.Pops++
	return item, true
}

// Expose is updateBottom under the flag. The flag is cleared before the item is
// shown. The other way round a request is lost, and a thief that sleeps on it
// sleeps beside work:
//
//  1. The owner shows an item. Thief A takes it.
//  2. Thief B finds nothing public and sets the flag, which is set already.
//  3. The owner clears the flag, and with it B's request.
//
// With the flag first, B's request in step 2 stays until the next item is shown.
func (d *split) Expose() bool {
	own := &d.own
	if d.targeted.Load() == 0 || own.official == own.bottom {
		return false
	}
	d.targeted.Store(0)
	i := own.official & d.mask
	d.slots[i].Store(own.ring[i]) // before official: who sees it sees the item
	own.counters.Stores += 2
	d.publish(own.official + 1)
	return true
}

// Steal is popTop, and a push to the private part of d. An item's slot is read
// before the compare-and-swap: afterwards the owner may show another one in it. It
// asks the victim for an item when there is no public one.
func (d *split) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*split)
	if !ok || amount != One {
		panic(fmt.Sprintf("stealq: split cannot steal %v from %T", amount, victim))
	}
	c := &d.own.counters
	c.Steals++
	if v == d || d.Held() == len(d.own.ring) {
		return c.empty()
	}
	top := v.top.Load()
	if int64(v.official.Load()-top) <= 0 { // after top; see popBottom
		v.ask(c)
		return c.empty()
	}
	item := v.slots[top&v.mask].Load()
	if !v.swapTop(top, c) {
		return c.lost()
	}
	d.append(item)
	return c.took(1)
}

// ask sets the flag for a thief that counts in c.
func (d *split) ask(c *Counters) {
	if d.targeted.Load() == 0 {
		d.targeted.Store(1)
		c.Stores++
	}
}

// swapTop takes the item at top, unless somebody has taken it. It counts in c.
func (d *split) swapTop(top uint64, c *Counters) bool {
	c.CAS++
	if !d.top.CompareAndSwap(top, top+1) {
		c.CASFailed++
		return false
	}
	return true
}

// publish moves official.
func (d *split) publish(official uint64) {
	d.own.official = official
	d.official.Store(official)
	d.own.counters.Stores++
}
