package stealq

import "fmt"

// The locked deque. It is one mutex around a ring, and it is the plainest deque that keeps
// the contract. It is the oracle that tests compare the others with, and the baseline that
// the others must beat. Read it first.
//
// It differs from the others in two ways that a caller can see. Every operation may wait
// for a lock, and a steal is never Lost.
//
//	ring:   . . a b c d e . .
//	            ^top      ^top+n
//	            steal      push, pop
//
// Invariants, whenever no goroutine holds mu:
//
//	(1) 0 <= n <= len(ring).
//	(2) The items are ring[(top+i) mod len(ring)] for i < n, oldest first.
//
// Cost: a lock and an unlock for a push, for a pop and for a length, and three of each for
// a steal that takes items. A lock and an unlock are 2 read-modify-writes when no other
// goroutine holds the lock, and more when one does.

// Locked is the kind with a mutex around everything. It is the simplest kind: the oracle for
// tests, and the baseline for measurements. Push, Pop, Steal and Len may wait for a lock.
// Its file is locked.go.
var Locked = &Kind{
	Name:    "locked",
	Doc:     "one mutex around a ring: oracle and baseline",
	New:     func(deques, capacity int) []Deque { return newDeques(deques, capacity, newLocked) },
	Amounts: []Amount{Balance, One, Half, All},
}

type locked struct {
	mu   mutex
	ring []uint64 // guarded by mu, as are top and n
	top  int
	n    int

	_   pad
	own lockedOwner
	_   pad
}

// lockedOwner is the private half. Only the owner touches it.
type lockedOwner struct {
	loot     []uint64 // the stolen items, after the victim's lock and before the thief's own
	counters Counters
}

func newLocked(capacity int) *locked {
	return &locked{
		ring: make([]uint64, capacity),
		own:  lockedOwner{loot: make([]uint64, 0, capacity)},
	}
}

// lock takes the mutex. The caller counts in c.
func (d *locked) lock(c *Counters) {
	c.RMW += 2 // this lock and the unlock that follows
	d.mu.Lock()
}

func (d *locked) Push(item uint64) bool {
	c := &d.own.counters
	d.lock(c)
	defer d.mu.Unlock()
	if d.n == len(d.ring) {
		c.Full++
		return false
	}
	d.append(item)
	c.Pushes++
	return true
}

func (d *locked) Pop() (uint64, bool) {
	c := &d.own.counters
	d.lock(c)
	defer d.mu.Unlock()
	if d.n == 0 {
		c.PopEmpty++
		return 0, false
	}
	d.n--
	c.Pops++
	return d.ring[d.at(d.n)], true
}

// Steal never holds two locks at once, so two deques may steal from each other without a
// deadlock. While it holds no lock, its deque can only lose items, because only the
// caller adds to it. The length that it has read stays a safe bound.
func (d *locked) Steal(victim Deque, amount Amount) (int, Outcome) {
	v, ok := victim.(*locked)
	if !ok || amount > All {
		panic(fmt.Sprintf("stealq: locked cannot steal %v from %T", amount, victim))
	}
	c := &d.own.counters
	c.Steals++
	if v == d {
		return c.empty()
	}
	d.lock(c)
	ownLen := d.n
	d.mu.Unlock()

	v.lock(c)
	d.own.loot = v.give(d.own.loot[:0], amount, ownLen, len(d.ring)-ownLen)
	v.mu.Unlock()
	if len(d.own.loot) == 0 {
		return c.empty()
	}

	d.lock(c)
	for _, item := range d.own.loot {
		d.append(item)
	}
	d.mu.Unlock()
	return c.took(len(d.own.loot))
}

// give removes items at the top and appends them to loot. The thief has ownLen items and
// room for free more. The caller holds mu.
func (d *locked) give(loot []uint64, amount Amount, ownLen, free int) []uint64 {
	rangeLen := d.n
	if amount != All && d.n > 1 {
		rangeLen = d.n / 2
	}
	num := min(amount.of(rangeLen, ownLen), free)
	for i := range num {
		loot = append(loot, d.ring[d.at(i)])
	}
	d.top = d.at(num)
	d.n -= num
	return loot
}

// append adds item at the bottom. The caller holds mu and has seen that there is room.
func (d *locked) append(item uint64) {
	d.ring[d.at(d.n)] = item
	d.n++
}

// at returns the place in the ring of the i-th item from the top.
func (d *locked) at(i int) int { return (d.top + i) & (len(d.ring) - 1) }

func (d *locked) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.n
}

func (d *locked) Cap() int { return len(d.ring) }

func (d *locked) Counters() *Counters { return &d.own.counters }

func (d *locked) Reset() {
	d.top, d.n = 0, 0
	d.own.counters = Counters{}
}
