package stealq

import (
	"errors"
	"fmt"
	"slices"
)

// Counters count what one deque's owner did: its pushes and pops on this
// deque, and its steals from other deques into this one. They are plain
// integers that only the owner writes; read them at quiescence.
type Counters struct {
	Pushes   uint64 // items pushed
	Full     uint64 // pushes refused because the deque was full
	Pops     uint64 // items popped
	PopEmpty uint64 // pops that found nothing, or lost the last item to a thief

	Steals      uint64 // attempts; each ends as one of the next three
	Took        uint64 // attempts that moved items
	Empty       uint64 // attempts that found nothing to take
	Lost        uint64 // attempts that lost a race
	ItemsStolen uint64 // items moved by the attempts that took

	// The price, in atomic operations executed by the owner in Push, Pop and
	// Steal. Loads are not counted: they are ordinary instructions on amd64,
	// while a sequentially consistent store is an exchange and costs as much
	// as the fence in the papers.
	CAS       uint64 // compare-and-swaps tried
	CASFailed uint64 // of which failed
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

// took, empty and lost end a steal: they count it and return its result.

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

// missed is empty or lost, for a steal that took nothing.
func (c *Counters) missed(o Outcome) (int, Outcome) {
	if o == Empty {
		return c.empty()
	}
	return c.lost()
}

// Check holds deques, all those that stole from one another since their last
// Reset, against the conservation laws:
//
//   - every item pushed was popped or is in a deque: the sum of pushes is the
//     sum of pops plus the sum of lengths, in which a queue counts once however
//     many handles it has (a steal moves items, and is neither);
//   - every steal attempt took, found the victim empty or lost;
//   - a steal that took moved at least one item, and no other moved any;
//   - no more compare-and-swaps failed than were tried;
//   - each deque is in a state that its algorithm allows at rest.
//
// It returns one error for each law that is broken, joined. Call only at
// quiescence, when no goroutine is inside a method of any of the deques.
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
	h, ok := d.(handle)
	return ok && slices.ContainsFunc(deques, func(e Deque) bool {
		other, ok := e.(handle)
		return ok && other.queue() == h.queue()
	})
}

// handle is a deque of a kind that is Shared.
type handle interface {
	// queue is the pointer to what the handles share.
	queue() any
}

// itemsAtRest is the number of items in d, those that Len does not count
// included.
func itemsAtRest(d Deque) int {
	n := d.Len()
	if q, ok := d.(interface{ unseen() int }); ok {
		n += q.unseen()
	}
	return n
}

// checkOne checks the laws that each deque obeys alone.
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
