package stealq

import "fmt"

// The central queue: one locked stack behind all handles. Nothing is stolen,
// because nothing is anybody's.
//
// List scheduling starts from it: R. L. Graham, "Bounds on multiprocessing timing
// anomalies", SIAM Journal on Applied Mathematics 17(2), 1969. Tasks that are ready
// stand in one list, and a processor that comes free takes one of them; no processor
// idles while the list holds any. Graham's bound on the makespan needs only that, in
// whatever order tasks are taken, and leaves out what the list costs. Work stealing
// is there to save that cost: every push and every pop of every worker goes through
// one lock.
//
//	handle 0   handle 1   handle 2
//	     \        |        /
//	      push, pop under mu
//	              |
//	 items: a b c d e f . . . .
//	                    ^n
//
// What differs from the list, and why. The newest item is taken first, where
// Graham's list has an order of its own that is given with the tasks. A handle that
// is used alone is so the stack that the contract of a deque describes, and a
// search that pushes what it finds goes deep before it goes wide, with the smaller
// queue.
//
// Len and Cap of each handle are the queue's, so capacity is for all handles
// together, where other kinds have as much for each. A program that compares them
// gives this one more, or sees more refused pushes. A Steal is always Empty: what
// a thief could take, its own Pop has just not found.
//
// Invariants, whenever mu is free:
//
//	(1) 0 <= n <= len(items).
//	(2) The items are items[:n], oldest first.
//
// Cost: a lock and an unlock (2 read-modify-writes, more when somebody waits) and a
// store for a push and a pop; nothing for a pop that finds the queue empty.

// Central is the kind whose deques are all the same queue, so that nobody steals.
var Central = &Kind{
	Name:    "central",
	Doc:     "one locked stack for all, newest first: list scheduling (Graham, SIAM J. Appl. Math. 1969)",
	New:     newCentral,
	Amounts: []Amount{One},
	Shared:  true,
}

// central is a handle on the queue.
type central struct {
	shared *centralQueue

	_   pad
	own centralOwner
	_   pad
}

// centralOwner is the private half: only the handle's owner touches it.
type centralOwner struct{ counters Counters }

type centralQueue struct {
	mu    mutex
	items []uint64 // guarded by mu

	_ pad
	n word // written under mu; on a line of its own, for idle workers look at it
	_ pad
}

func newCentral(handles, capacity int) []Deque {
	shared := new(centralQueue)
	all := newDeques(handles, capacity, func(int) *central { return &central{shared: shared} })
	shared.items = make([]uint64, capacity)
	return all
}

// lock takes the queue's mutex for the handle's owner.
func (d *central) lock() *centralQueue {
	d.own.counters.RMW += 2 // this one and the unlock that follows
	d.shared.mu.Lock()
	return d.shared
}

func (d *central) Push(item uint64) bool {
	q, c := d.lock(), &d.own.counters
	defer q.mu.Unlock()
	n := q.n.Load()
	if n == uint64(len(q.items)) {
		c.Full++
		return false
	}
	q.items[n] = item
	q.n.Store(n + 1)
	c.Stores++
	c.Pushes++
	return true
}

// Pop looks at the length before it takes the lock, so that workers that find
// nothing do not stand in the way of one that brings something, and once more with
// the lock. With the first look alone two handles take one item:
//
//  1. 1 item. Handles A and B both see it.
//  2. A locks, takes item 0, and unlocks.
//  3. B locks and takes items[0], as it saw 1 item.
func (d *central) Pop() (uint64, bool) {
	c := &d.own.counters
	if d.shared.n.Load() == 0 {
		c.PopEmpty++
		return 0, false
	}
	q := d.lock()
	defer q.mu.Unlock()
	n := q.n.Load()
	if n == 0 {
		c.PopEmpty++
		return 0, false
	}
	q.n.Store(n - 1)
	c.Stores++
	c.Pops++
	return q.items[n-1], true
}

// Steal finds nothing. A handle on another queue is a victim of another kind.
func (d *central) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*central)
	if !ok || v.shared != d.shared || amount != One {
		panic(fmt.Sprintf("stealq: central cannot steal %v from %T of another queue or kind", amount, victim))
	}
	d.own.counters.Steals++
	return d.own.counters.empty()
}

// Len is exact at the instant when it looks.
func (d *central) Len() int { return int(d.shared.n.Load()) }

func (d *central) Cap() int { return len(d.shared.items) }

func (d *central) Counters() *Counters { return &d.own.counters }

// Reset empties the queue for all handles, and zeroes the counters of this one.
func (d *central) Reset() {
	d.shared.n.Store(0)
	d.own.counters = Counters{}
}

// queue is what all handles share: Check counts its items once.
func (d *central) queue() any { return d.shared }
