package stealq

import (
	"fmt"
)

// The Rudolph deque: every push and every pop is a compare-and-swap, and in return
// two deques can be evened out by either of their owners, in either direction.
//
// Larry Rudolph, Miriam Slivkin-Allalouf and Eli Upfal, "A simple load balancing
// scheme for task allocation in parallel machines", SPAA 1991: processors balance
// with a random partner, with a probability inverse to their load. Hendler and
// Shavit, PODC 2002, sections 1 and 3, compare StealHalf with it: the owner needs a
// strong operation (a compare-and-swap or some other mutual exclusion) "for every
// push or pop", and balancing is symmetric: it can steal and insert.
//
//	ring, by index modulo N           state: one word
//
//	   . G H a b c d e f _ . .        +------+------+-----+--------+
//	         ^top          ^bottom    | open | busy | top | length |
//	    gifts <--|-- steals           +------+------+-----+--------+
//
// The paper leaves open how a pair is moved between; this is ours. Items are those
// in [top .. bottom), bottom = top + length. Push and Pop change length by one. Who
// moves several items, between two deques, makes both busy first (claims them), and
// nobody changes a busy state. A steal takes items at top; a gift, the items that
// the owner of another deque inserts, goes before top. Old items stay at the old
// end, and two inserters never meet.
//
// Invariants.
//
//	(1) Whoever made a state busy is the only one to write it until it is not.
//	(2) Only the owner moves bottom. The slot at bottom is the owner's to write,
//	    busy or not: steals end and gifts begin before it.
//	(3) Who holds a claim never waits: an owner claims its own deque first, and
//	    only tries to claim the other. So there is no deadlock.
//	(4) A deque that is not open gains items only from its owner. Its owner's Pop
//	    closes it when there is nothing left, in the same word that a gift needs
//	    open; the owner's Push or Steal opens it again.
//
// Items are plain memory and there is no tag. A pop reads its item after its
// compare-and-swap: the slot is then the one at bottom, its own by (2), and holds
// the present item however often the state has come back to what the pop saw. A
// theft copies between two writes of the state that nobody else can come between.
//
// Termination. A gift reaches a deque while nobody may be looking, so what a
// detector believes must stay true. By (4) a gift only reaches an owner that has not
// found its deque empty since it last had items: one that has still to call Pop
// before it may conclude that it is idle. In the terms of a detector: the receiver
// counts as active before anything is inserted, and no sleeper is given anything
// behind its back. The giver is active, and items on their way show in the length
// of at least one of the two deques. See Balancer for what is left to the caller.
//
// Push, Pop and a Steal's claim of its own deque wait while another goroutine moves
// items to or from this deque. A Steal or Balance never waits for the other deque:
// it is Lost.
//
// Cost in atomic operations, loads aside (on amd64 a store is an XCHG):
//
//	Push, Pop        1 compare-and-swap each, and one for each failure
//	Pop when empty   1 compare-and-swap the first time, then none
//	Steal, Balance   2 compare-and-swaps and 2 stores
//	  nothing to do  none
//
// k pushes and pops take at least k compare-and-swaps, where StealHalf's take
// O(log k) in a row.

// Rudolph is the kind that evens out the lengths of two deques. Its deques are Balancers.
var Rudolph = &Kind{
	Name:    "rudolph",
	Doc:     "a compare-and-swap for each push and pop, balancing of pairs (Rudolph et al., SPAA 1991)",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newRudolph) },
	Amounts: []Amount{Balance, One, Half},
	Loses:   true,
}

func (d *rudolph) Push(item uint64) bool {
	c := &d.own.counters
	for {
		s := d.wait()
		if s.length() == len(d.ring) {
			c.Full++
			return false
		}
		d.ring[d.at(s.top()+s.length())].Store(item) // the slot at bottom: invariant (2)
		if d.swap(s, s.with(s.top(), s.length()+1)|open, c) {
			c.Pushes++
			return true
		}
	}
}

// Pop reads its item after the compare-and-swap. The early-read double take, with
// a read before it:
//
//  1. The owner of A, with one item x, reads the state and x.
//  2. B's owner steals x, and then gives an older item y to A, in x's place. A's
//     state is what it was: the same top, one item.
//  3. A's compare-and-swap succeeds, and x is taken twice. y is lost.
func (d *rudolph) Pop() (uint64, bool) {
	c := &d.own.counters
	for {
		s := d.wait()
		n := s.length()
		switch {
		case n > 0 && d.swap(s, s.with(s.top(), n-1), c):
			c.Pops++
			return d.ring[d.at(s.top()+n-1)].Load(), true
		case n == 0 && (s&open == 0 || d.swap(s, s&^open, c)): // no gifts from here on
			c.PopEmpty++
			return 0, false
		}
	}
}

// Steal is the half of Balance that every kind has.
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

// Balance evens d and other out; see Balancer.
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
		case theirs&open == 0: // its owner believes that it has nothing: invariant (4)
			return 0
		}
		return -max(0, min(-n, len(v.ring)-theirs.length()-1)) // not the slot at bottom: (2)
	})
}

// evenOut is how many items to move to a deque that has own from one that has
// other, or the other way if it is negative: half of the difference, and the only
// item to one that has none.
func evenOut(own, other int) int {
	if own == 0 && other == 1 {
		return 1
	}
	return (other - own) / 2
}

// move claims d and v and moves as many items as want says for the states that it
// then finds, from v to d, or from d to v if that is negative. The states that it
// finds before are a hint that saves the claims.
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
	// Who gains is released first: at each instant an item shows in one length at least.
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

// wait returns the state once nobody holds a claim. Only the owner waits.
func (d *rudolph) wait() rudolphState {
	for looks := 1; ; looks++ {
		if s := d.load(); s&busy == 0 {
			return s
		}
		if looks%looksPerTurn == 0 {
			giveWay() // who moves items may need the processor
		}
	}
}

// claim makes the owner's own deque busy, and returns its state without the bit.
func (d *rudolph) claim() rudolphState {
	for {
		if s := d.wait(); d.swap(s, s|busy, &d.own.counters) {
			return s
		}
	}
}

// tryClaim makes the deque busy for a goroutine that counts in c, unless somebody
// else changes it meanwhile.
func (d *rudolph) tryClaim(c *Counters) (rudolphState, bool) {
	s := d.load()
	return s, s&busy == 0 && d.swap(s, s|busy, c)
}

// release ends a claim: nobody else has written the state since.
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
