package stealq

import "fmt"

// The split deque. The owner keeps its items private, in plain memory. When a thief has
// asked for an item, the owner shows one. While no thief asks, the owner pushes and
// pops without a compare-and-swap and without a fence.
//
// Guilherme Rito and Hervé Paulino, "Scheduling computations with provably low
// synchronization overheads", 2022, section 3: algorithm 1 (the targeted flag) and
// algorithm 2 (push, pop, popTop, updateBottom, popBottom).
//
//	          public             private
//	. . . a  b  c  d  |  e  f  g  h  i  j . . .
//	      ^top        ^official           ^bottom
//
// The items lie in [top .. bottom). A thief takes the item at top. The owner pushes and
// pops at bottom, and it moves official in two cases. It moves official up to show an
// item (updateBottom). It moves official down to take back the newest public item, when
// it has no private item left (popBottom).
//
// Differences from the printed pseudo-code, and why. A star marks a wrong form that the
// tests keep. An exhaustive search of schedules finds the error in each.
//
//	a* The printed popBottom lowers officialBottom but not privateBottom. The next pop
//	   finds the two apart. It takes the item between them for a private one and
//	   returns it again, even if there is no thief. Here: bottom follows.
//	b  The paper's array is as long as all that is pushed before the deque is next
//	   empty, because only then popBottom puts the indices back to 0. Here: a ring of
//	   N slots holds N items. The deque is full when bottom - top = N, and indices
//	   never go back.
//	c* The paper's {tag, top} is top alone here. Its 64 bits only count up, so they
//	   are their own tag.
//	d  The paper's private item is an array element that thieves could read. Here the
//	   private part is plain memory. To show an item is to copy it into an atomic
//	   slot. A deque therefore takes 16 bytes for each item of its capacity.
//	e* The paper clears the flag after updateBottom. This also clears the request of
//	   a thief that found the shown item already gone. Here: before. See Expose.
//	f  The paper clears the flag even if there was nothing to show. Here a request
//	   waits for the next push. At most one item is shown for each request, as in
//	   the paper.
//	g  The paper asks the flag once in each turn of the scheduler. Here Push and Pop
//	   ask it. A caller that works for long between them calls Expose. Pop takes its
//	   item before it shows one, so the owner need not race for the last private item.
//	h  Here three stores are left out: the store of officialBottom in updateBottom when
//	   nothing has changed, the store in popBottom before it knows that there is an
//	   item, and the store of a thief in a flag that is already set.
//
// Invariants. "At rest" means that the owner is in no method.
//
//	(1) top only counts up, by compare-and-swaps that add one, each for one item taken.
//	(2) Only the owner writes bottom, official, slots and the private ring.
//	(3) At rest top <= official <= bottom <= top + N.
//	(4) Every item lies in the private ring. An item in [top .. official) lies in its
//	    slot too.
//	(5) While targeted is 0, every thief that found nothing has been answered: the
//	    owner has shown an item since the thief looked.
//
// Len counts the public items, because a thief can see no others. To count private items
// in a shared variable would take a store at each push, and this store is the fence that
// the algorithm avoids. A private item is like an item in the owner's hand: its holder
// is at work. A termination detector may therefore look at Len, if it counts an owner as
// active until the owner's Pop has found nothing. An idle worker may wait for Len > 0.
//
// Cost in atomic operations without the loads (on amd64 a store is an XCHG):
//
//	Push, Pop         none while no thief asks
//	to show an item   3 stores
//	Pop, public item  1 store; the last one 2 stores and a compare-and-swap
//	Steal             a compare-and-swap; when empty 1 store, if the flag is not set

// Split is the kind whose owner keeps its items to itself until a thief asks for one (Rito
// and Paulino, 2022). Each of its deques is an [Exposer]. Its file is split.go.
var Split = &Kind{
	Name:    "split",
	Doc:     "private until a thief asks, then shown one at a time (Rito and Paulino, 2022)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newSplit) },
	Amounts: []Amount{One},
	Loses:   true,

	OnRequest: true,
}

// Push is push. It answers a thief that has asked.
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

// append adds item to the private part. The caller has seen that there is room. The room
// can only become larger, because only the owner adds to this deque.
func (d *split) append(item uint64) {
	d.own.ring[d.own.bottom&d.mask] = item
	d.own.bottom++
}

// Pop takes a private item if there is one (pop), otherwise a public one (popBottom). It
// answers a thief that has asked.
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

// popBottom takes back the newest public item. There is no private item, so bottom and
// official are equal.
//
// Official is lowered before top is read. If it were lowered after, the owner and a thief
// could both take an item. The late-official double take:
//
//  1. There are 2 public items. The owner reads top 0 and sees that item 1 is not the
//     last. It stops.
//  2. A thief takes item 0. It reads top and official once more and sees item 1.
//  3. The owner lowers official. It takes item 1 without a compare-and-swap.
//  4. The thief's compare-and-swap finds top unchanged. The thief takes item 1 too.
//
// With official first, suppose that a thief reads a top at which item 1 is the last, and
// then the old official. Then the owner reads this top, or a later one, and sees that
// item 1 is the last. The owner must race for the item with a compare-and-swap.
func (d *split) popBottom() (uint64, bool) {
	own := &d.own
	if d.top.Load() == own.official {
		own.counters.PopEmpty++
		return 0, false
	}
	last := own.official - 1
	d.publish(last)               // before top is read: the late-official double take
	item := own.ring[last&d.mask] // the owner's copy: invariant (4)
	top := d.top.Load()
	if last > top { // older items are left, and the next thief takes one of them
		own.bottom = last
		own.counters.Pops++
		return item, true
	}
	// It is the last item, or a thief has taken it. Race for it. Afterwards top is past
	// it, moved by the owner or by a thief, and bottom need not change.
	won := last == top && d.swapTop(top, &own.counters)
	d.publish(last + 1)
	if !won {
		own.counters.PopEmpty++
		return 0, false
	}
	own.counters.Pops++
	return item, true
}

// Expose is updateBottom, done only if the flag is set. It clears the flag before it shows
// the item. If it cleared the flag after, a request could be lost, and a thief that sleeps
// until it is answered would sleep beside work. The lost request:
//
//  1. The owner shows an item. Thief A takes it.
//  2. Thief B finds nothing public and sets the flag, which is already set.
//  3. The owner clears the flag, and with it B's request.
//
// With the flag first, B's request of step 2 stays until the next item is shown.
func (d *split) Expose() bool {
	own := &d.own
	if d.targeted.Load() == 0 || own.official == own.bottom {
		return false
	}
	d.targeted.Store(0) // before the item is shown: the lost request
	i := own.official & d.mask
	d.slots[i].Store(own.ring[i]) // before official: who sees the new official sees the item
	own.counters.Stores += 2
	d.publish(own.official + 1)
	return true
}

// Steal is popTop, and then a push to the private part of d. It reads the item's slot
// before the compare-and-swap, because afterwards the owner may show another item in this
// slot. When there is no public item, Steal asks the victim for one.
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
	if int64(v.official.Load()-top) <= 0 { // after top: see popBottom
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

// ask sets the flag if it is not set. The thief counts in c.
func (d *split) ask(c *Counters) {
	if d.targeted.Load() == 0 {
		d.targeted.Store(1)
		c.Stores++
	}
}

// swapTop takes the item at top. It fails if another goroutine has taken the item.
func (d *split) swapTop(top uint64, c *Counters) bool {
	c.CAS++
	if !d.top.CompareAndSwap(top, top+1) {
		c.CASFailed++
		return false
	}
	return true
}

// publish moves official, for the owner and for thieves.
func (d *split) publish(official uint64) {
	d.own.official = official
	d.official.Store(official)
	d.own.counters.Stores++
}
