package stealq

import (
	"errors"
	"fmt"
	"slices"
)

// Counters count the pushes and pops of one deque's owner, and the owner's steals into this
// deque. They are plain integers, and only the owner writes them. Other goroutines may read
// them while no goroutine is inside a method of the deque.
type Counters struct {
	Pushes   uint64 // items pushed
	Full     uint64 // pushes refused because the deque was full
	Pops     uint64 // items popped
	PopEmpty uint64 // pops that found nothing, or lost the last item to a thief

	Steals      uint64 // attempts to steal; each ends as one of the next three
	Took        uint64 // attempts that moved items
	Empty       uint64 // attempts that found nothing to take
	Lost        uint64 // attempts that lost a race
	ItemsStolen uint64 // items moved by the attempts that took

	// The cost: the atomic operations that the owner executed in Push, Pop and Steal.
	// Loads are not counted: on amd64 they are ordinary instructions. A store is an XCHG
	// of about 20 cycles there. It costs as much as the fence that the papers count.
	CAS       uint64 // compare-and-swaps tried
	CASFailed uint64 // those of CAS that failed
	RMW       uint64 // other read-modify-writes
	Stores    uint64 // stores
}

// Add adds each counter of other to c.
func (c *Counters) Add(other *Counters) {
	c.Pushes += other.Pushes
	c.Full += other.Full
	c.Pops += other.Pops
	c.PopEmpty += other.PopEmpty
	c.Steals += other.Steals
	c.Took += other.Took
	c.Empty += other.Empty
	c.Lost += other.Lost
	c.ItemsStolen += other.ItemsStolen
	c.CAS += other.CAS
	c.CASFailed += other.CASFailed
	c.RMW += other.RMW
	c.Stores += other.Stores
}

// The methods took, empty and lost end a steal. They count it and return its result.

func (c *Counters) took(n int) (int, Outcome) {
	c.Took++
	c.ItemsStolen += uint64(n)
	return n, Took
}

func (c *Counters) empty() (int, Outcome) {
	c.Empty++
	return 0, Empty
}

func (c *Counters) lost() (int, Outcome) {
	c.Lost++
	return 0, Lost
}

// missed ends a steal that took nothing, as empty or as lost.
func (c *Counters) missed(o Outcome) (int, Outcome) {
	if o == Empty {
		return c.empty()
	}
	return c.lost()
}

// Check tests deques against the conservation laws. The slice must hold all deques that
// stole from one another since their last Reset.
//
//   - Every item that was pushed was popped or is in a deque: the sum of pushes is the sum
//     of pops plus the sum of lengths. A steal changes neither sum. If deques are handles on
//     one queue, the length of the queue counts once.
//   - Every attempt to steal took items, was empty or was lost.
//   - An attempt that took moved at least one item, and no other attempt moved any.
//   - No more compare-and-swaps failed than were tried.
//   - Each deque is in a state that its algorithm allows at rest.
//
// Check returns one joined error with a line for each law that is broken, and nil if none
// is. Call Check only while no goroutine is inside a method of any of the deques.
//
// Check counts the items of an [Exposer] by Held, and those of other deques by Len. It tests
// the last law only for the kinds of this package.
func Check(deques []Deque) error {
	var sum Counters
	var errs []error
	items := 0
	for i, d := range deques {
		sum.Add(d.Counters())
		if !countedBefore(deques[:i], d) {
			items += itemsAtRest(d)
		}
		errs = append(errs, checkOne(i, d)...)
	}
	if sum.Pushes != sum.Pops+uint64(items) {
		errs = append(errs, fmt.Errorf("stealq: %d items pushed, but %d popped and %d left in %d deques",
			sum.Pushes, sum.Pops, items, len(deques)))
	}
	return errors.Join(errs...)
}

// countedBefore says whether d is a handle on the same queue as one of deques.
func countedBefore(deques []Deque, d Deque) bool {
	h, ok := d.(Handle)
	return ok && slices.ContainsFunc(deques, func(e Deque) bool {
		other, ok := e.(Handle)
		return ok && other.Queue() == h.Queue()
	})
}

// itemsAtRest returns the number of items in d, with those that Len does not count.
func itemsAtRest(d Deque) int {
	if e, ok := d.(Exposer); ok {
		return e.Held()
	}
	return d.Len()
}

// checkOne tests deque i against the laws that it must obey alone.
func checkOne(i int, d Deque) (errs []error) {
	c := d.Counters()
	if c.Steals != c.Took+c.Empty+c.Lost {
		errs = append(errs, fmt.Errorf("stealq: deque %d: %d steals, but %d took, %d empty, %d lost",
			i, c.Steals, c.Took, c.Empty, c.Lost))
	}
	if c.ItemsStolen < c.Took || c.Took == 0 && c.ItemsStolen > 0 {
		errs = append(errs, fmt.Errorf("stealq: deque %d: %d steals took %d items", i, c.Took, c.ItemsStolen))
	}
	if c.CASFailed > c.CAS {
		errs = append(errs, fmt.Errorf("stealq: deque %d: %d of %d compare-and-swaps failed", i, c.CASFailed, c.CAS))
	}
	if q, ok := d.(interface{ atRest() error }); ok {
		if err := q.atRest(); err != nil {
			errs = append(errs, fmt.Errorf("stealq: deque %d: %w", i, err))
		}
	}
	return errs
}
