package stealq

import "fmt"

// The central queue. It is one locked stack behind all handles. No worker steals, because
// no item belongs to one worker.
//
// List scheduling starts from such a queue: R. L. Graham, "Bounds on multiprocessing
// timing anomalies", SIAM Journal on Applied Mathematics 17(2), 1969. Tasks that are
// ready stand in one list. A processor that becomes free takes one of them, and no
// processor is idle while the list holds any. Graham's bound on the makespan needs only
// this, in whatever order the tasks are taken. The bound leaves out what the list
// costs: every push and every pop of every worker goes through one lock. Work stealing
// saves this cost.
//
//	handle 0   handle 1   handle 2
//	     \        |        /
//	      push, pop under mu
//	              |
//	 items: a b c d e f . . . .
//	                    ^n
//
// Differences from the list, and why. The newest item is taken first. Graham's list has
// its own order, which is given with the tasks. With the newest item first, a handle that
// is used alone is the stack that the contract of a deque describes. And a search that
// pushes what it finds goes deep before it goes wide, so the queue stays smaller.
//
// Len and Cap of each handle are those of the queue. The capacity is for all handles
// together, while the deques of other kinds have as much each. A program that compares
// kinds gives this one a larger capacity, or it sees more refused pushes. A Steal is
// always Empty. The thief's own Pop has just looked at all that it could take.
//
// Invariants, whenever no goroutine holds mu:
//
//	(1) 0 <= n <= len(items).
//	(2) The items are items[:n], oldest first.
//
// Cost of a push and of a pop: a lock and an unlock (2 read-modify-writes, more when
// a goroutine waits) and a store. A pop that finds the queue empty costs nothing.

// Central is the kind whose deques are all one queue, so no worker steals (Graham,
// 1969). Push and Pop may wait for a lock. Its file is central.go.
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

// centralOwner is the private half. Only the handle's owner touches it.
type centralOwner struct{ counters Counters }

type centralQueue struct {
	mu    mutex
	items []uint64 // guarded by mu

	_ pad
	n word // written under mu; idle workers read it, so it shares no cache line
	_ pad
}

func newCentral(handles, capacity int) []Deque {
	shared := new(centralQueue)
	all := newDeques(handles, capacity, func(int) *central { return &central{shared: shared} })
	shared.items = make([]uint64, capacity)
	return all
}

// lock takes the queue's mutex for the owner of the handle.
func (d *central) lock() *centralQueue {
	d.own.counters.RMW += 2 // this lock and the unlock that follows
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

// Pop looks at the length twice: before it takes the lock, and again when it has the lock.
// Because of the first look, workers that find nothing do not keep the lock from a worker
// that brings something. Without the second look two handles could take one item:
//
//  1. There is 1 item. Handles A and B both see it.
//  2. A locks, takes items[0], and unlocks.
//  3. B locks and takes items[0] too, because it saw 1 item.
func (d *central) Pop() (uint64, bool) {
	c := &d.own.counters
	if d.shared.n.Load() == 0 {
		c.PopEmpty++
		return 0, false
	}
	q := d.lock()
	defer q.mu.Unlock()
	n := q.n.Load() // the second look
	if n == 0 {
		c.PopEmpty++
		return 0, false
	}
	q.n.Store(n - 1)
	c.Stores++
	c.Pops++
	return q.items[n-1], true
}

// Steal finds nothing. A handle on another queue counts as a victim of another kind.
func (d *central) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*central)
	if !ok || v.shared != d.shared || amount != One {
		panic(fmt.Sprintf("stealq: central cannot steal %v from %T of another queue or kind", amount, victim))
	}
	d.own.counters.Steals++
	return d.own.counters.empty()
}

// Len is exact at the moment when it looks.
func (d *central) Len() int { return int(d.shared.n.Load()) }

func (d *central) Cap() int { return len(d.shared.items) }

func (d *central) Counters() *Counters { return &d.own.counters }

// Reset empties the queue for all handles, and zeroes the counters of this one.
func (d *central) Reset() {
	d.shared.n.Store(0)
	d.own.counters = Counters{}
}

// Queue returns what all handles share, so that Check counts its items once.
func (d *central) Queue() any { return d.shared }
