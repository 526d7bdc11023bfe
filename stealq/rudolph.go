package stealq

import "fmt"

// The Rudolph deque. Every push and every pop is a compare-and-swap. In return the owner
// of either of two deques can even out their lengths, in either direction.
//
// Larry Rudolph, Miriam Slivkin-Allalouf and Eli Upfal, "A simple load balancing
// scheme for task allocation in parallel machines", SPAA 1991. There processors balance
// with a random partner, with a probability inverse to their load. Hendler and Shavit,
// PODC 2002, sections 1 and 3, compare StealHalf with it. The owner needs a strong
// operation (a compare-and-swap or some other mutual exclusion) "for every push or pop".
// Balancing is symmetric: it can steal items and it can insert items.
//
//	ring, by index modulo N           state: one word
//
//	   . G H a b c d e f _ . .        +------+------+-----+--------+
//	         ^top          ^bottom    | open | busy | top | length |
//	    gifts <--|-- steals           +------+------+-----+--------+
//
// The paper does not say how items move between two deques. The rest is ours. The items
// lie in [top .. bottom), with bottom = top + length. Push and Pop change length by one.
// A goroutine that moves several items first makes both deques busy: it claims them.
// No other goroutine changes a busy state. A steal takes items at top. A gift is a run
// of items that the owner of another deque inserts, and a gift goes before top. Old
// items therefore stay at the old end, and owner and giver never write the same slot.
//
// Invariants.
//
//	(1) The goroutine that made a state busy is the only one to write it until it is
//	    not busy.
//	(2) Only the owner moves bottom. The owner may write the slot at bottom even while
//	    the deque is busy. Steals and gifts never touch this slot.
//	(3) No goroutine waits while it holds a claim. An owner claims its own deque
//	    first, and then it only tries to claim the other. There is no deadlock.
//	(4) A deque that is not open gains items only from its owner. When the owner's Pop
//	    finds nothing, it closes the deque. It does so in the same word that a gift
//	    needs open. The owner's Push or Steal opens the deque again.
//
// Items are plain memory, and there is no tag. A pop reads its item after its
// compare-and-swap. By (2) the slot is then the owner's own, and it holds the present
// item, even if the state went away and came back between the pop's two looks. A theft
// copies items while both deques are busy, so no other goroutine can change their
// states.
//
// Termination. A gift may reach a deque while its owner does not look. A termination
// detector must not be wrong about such an owner. By (4) a gift reaches only an owner that
// has not found its deque empty since it last had items. Such an owner has still to call
// Pop before it may conclude that it is idle. The receiver of a gift thus counts as active
// before anything is inserted, and a sleeper receives nothing. The giver is active, and
// each item on its way is counted in the length of at least one of the two deques.
// Balancer says what is left to the caller.
//
// Push and Pop wait while another goroutine moves items to or from this deque. A Steal
// waits likewise while it claims its own deque. A Steal or Balance never waits for the
// other deque. It is Lost instead.
//
// Cost in atomic operations without the loads (on amd64 a store is an XCHG):
//
//	Push, Pop        1 compare-and-swap each, and one for each failure
//	Pop when empty   1 compare-and-swap the first time, then none
//	Steal, Balance   2 compare-and-swaps and 2 stores
//	  nothing to do  none
//
// k pushes and pops take at least k compare-and-swaps. A run of k takes O(log k) in
// StealHalf.

// Rudolph is the kind that evens out the lengths of two deques (Rudolph, Slivkin-Allalouf
// and Upfal, SPAA 1991). Each of its deques is a [Balancer]. Push, Pop and the beginning of
// a Steal wait while another goroutine moves items to or from the deque. Its file is
// rudolph.go.
var Rudolph = &Kind{
	Name:    "rudolph",
	Doc:     "a compare-and-swap for each push and pop, balancing of pairs (Rudolph et al., SPAA 1991)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newRudolph) },
	Amounts: []Amount{Balance, One, Half},
	Loses:   true,
}

// Push writes the item first and raises the length second. Between the two steps no
// other goroutine writes the slot: invariant (2).
func (d *rudolph) Push(item uint64) bool {
	c := &d.own.counters
	for {
		s := d.wait()
		if s.length() == len(d.ring) {
			c.Full++
			return false
		}
		d.ring[d.at(s.top()+s.length())].Store(item) // the slot at bottom
		if d.swap(s, s.with(s.top(), s.length()+1)|open, c) {
			c.Pushes++
			return true
		}
	}
}

// Pop reads its item after the compare-and-swap. If it read the item before, an item could
// be taken twice. The early-read double take:
//
//  1. Deque A holds one item, x. The owner of A reads the state and x, and stops.
//  2. The owner of B steals x. Then it gives an older item, y, to A, in the place of x.
//     The state of A is as before: the same top, one item.
//  3. The compare-and-swap of A's owner succeeds. Item x is taken twice, and y is lost.
func (d *rudolph) Pop() (uint64, bool) {
	c := &d.own.counters
	for {
		s := d.wait()
		n := s.length()
		switch {
		case n > 0 && d.swap(s, s.with(s.top(), n-1), c):
			c.Pops++
			return d.ring[d.at(s.top()+n-1)].Load(), true // after the swap: the early-read double take
		case n == 0 && (s&open == 0 || d.swap(s, s&^open, c)): // no gifts from here on
			c.PopEmpty++
			return 0, false
		}
	}
}

// Steal moves items to d only. The victim offers half of its items.
func (d *rudolph) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*rudolph)
	if !ok || amount > Half {
		panic(fmt.Sprintf("stealq: rudolph cannot steal %v from %T", amount, victim))
	}
	return d.move(v, func(mine, theirs rudolphState) int {
		n := theirs.length()
		if n > 1 {
			n /= 2
		}
		return min(amount.of(n, mine.length()), len(d.ring)-mine.length())
	})
}

// Balance evens out the lengths of d and other. See Balancer.
func (d *rudolph) Balance(other Deque) (int, Outcome) {
	v, ok := other.(*rudolph)
	if !ok {
		panic(fmt.Sprintf("stealq: rudolph cannot balance with %T", other))
	}
	return d.move(v, func(mine, theirs rudolphState) int {
		n := evenOut(mine.length(), theirs.length())
		switch {
		case n >= 0:
			return min(n, len(d.ring)-mine.length())
		case theirs&open == 0: // its owner believes that it is empty: invariant (4)
			return 0
		}
		return -max(0, min(-n, len(v.ring)-theirs.length()-1)) // not the slot at bottom: (2)
	})
}

// evenOut returns how many items to move to a deque that has own items from one that has
// other items. A negative number means the opposite direction. It is half of the
// difference, but an empty deque gets the only item of the other.
func evenOut(own, other int) int {
	if own == 0 && other == 1 {
		return 1
	}
	return (other - own) / 2
}

// move claims d and v. The function want says for two states how many items to move from v
// to d, or from d to v if the number is negative. move asks want twice. Before the claims
// the answer is a hint, and the claims are saved if it is 0. With the claims the answer is
// final.
func (d *rudolph) move(v *rudolph, want func(mine, theirs rudolphState) int) (int, Outcome) {
	c := &d.own.counters
	c.Steals++
	theirs := v.load()
	if v == d || want(d.load(), theirs) == 0 {
		return c.empty()
	}
	mine := d.claim()
	theirs, ok := v.tryClaim(c)
	if !ok {
		d.release(mine, c)
		return c.lost()
	}
	n := want(mine, theirs)
	// The deque that gains items is released first. At each moment each item is therefore
	// counted in at least one length.
	if n >= 0 {
		for i := range n {
			d.ring[d.at(mine.top()+mine.length()+i)].Store(v.ring[v.at(theirs.top()+i)].Load())
		}
		if n > 0 {
			mine |= open
		}
		d.release(mine.with(mine.top(), mine.length()+n), c)
		v.release(theirs.with(v.at(theirs.top()+n), theirs.length()-n), c)
	} else {
		for i := range -n {
			v.ring[v.at(theirs.top()+n+i)].Store(d.ring[d.at(mine.top()+i)].Load())
		}
		v.release(theirs.with(v.at(theirs.top()+n), theirs.length()-n), c)
		d.release(mine.with(d.at(mine.top()-n), mine.length()+n), c)
	}
	if n == 0 {
		return c.empty()
	}
	c.took(max(n, -n))
	return n, Took
}

// wait returns the state as soon as no goroutine holds a claim. Only the owner waits.
func (d *rudolph) wait() rudolphState {
	for looks := 1; ; looks++ {
		if s := d.load(); s&busy == 0 {
			return s
		}
		if looks%looksPerTurn == 0 {
			giveWay() // the goroutine that moves items may need the processor
		}
	}
}

// claim makes the owner's own deque busy. It returns the state without the busy bit.
func (d *rudolph) claim() rudolphState {
	for {
		if s := d.wait(); d.swap(s, s|busy, &d.own.counters) {
			return s
		}
	}
}

// tryClaim makes the deque busy. It fails if the deque is already busy, or if another
// goroutine changes the state meanwhile. The caller counts in c.
func (d *rudolph) tryClaim(c *Counters) (rudolphState, bool) {
	s := d.load()
	return s, s&busy == 0 && d.swap(s, s|busy, c)
}

// release ends a claim. A store is enough, because no other goroutine has written
// the state since.
func (d *rudolph) release(s rudolphState, c *Counters) {
	d.state.Store(uint64(s))
	c.Stores++
}

func (d *rudolph) swap(from, to rudolphState, c *Counters) bool {
	c.CAS++
	if !d.state.CompareAndSwap(uint64(from), uint64(to)) {
		c.CASFailed++
		return false
	}
	return true
}
