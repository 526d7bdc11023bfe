package claims

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	production "github.com/seed-3ccf4018/halfmark/stealq/interleave/explored/stealq"
)

// What is explored: the text of figures 3, 5 and 7 with some lines as printed, and
// the production source.

// departure is a set of lines that are as printed; all others are as they must be.
type departure uint16

const (
	lateTheftTest   departure = 1 << iota // a safe item before a stolen one
	emptyMeansTheft                       // an empty range tells theft
	bottomToZero                          // and then bot is 0
	neverEmptyRange                       // tryToSteal leaves max(1, ...)
	rangeFirst                            // popBottom's sections in their order
	pushTriesOnce                         // pushBottom goes on after a failed swap
	thiefTriesOnce                        // tryToSteal does, for its own range
	rangeReadAgain                        // tests and swap read the range apart
	bottomFirst                           // tryToSteal reads bot before the range
	silentCrossing                        // no swap where the length stays
	narrowIndex                           // N items in N slots
	shortTag                              // a tag of one bit
)

// exploredDeque is a deque whose steps the explorer orders.
type exploredDeque interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	stealFrom(victim exploredDeque) // by balance, the paper's rangeLen - pLen/2
}

// form makes deques that count their steps, and what holds of them at rest.
type form func(steps *int, deques, capacity int) (all []exploredDeque, atRest func() error)

// oursExplored is the generated copy of the production source. It counts no steps:
// nothing asks how long a schedule is that does not fail.
func oursExplored(_ *int, deques, capacity int) (all []exploredDeque, atRest func() error) {
	k, _ := production.KindByName("stealhalf")
	made := k.New(deques, capacity)
	for _, d := range made {
		all = append(all, ours{d})
	}
	return all, func() error { return production.Check(made) }
}

type ours struct{ production.Deque }

func (d ours) stealFrom(victim exploredDeque) { d.Steal(victim.(ours).Deque, production.Balance) }

// form is the text with these lines as printed.
func (lines departure) form(steps *int, deques, capacity int) (all []exploredDeque, atRest func() error) {
	for range deques {
		d := &printedDeque{lines: lines, slots: make([]counted, capacity), wrap: uint64(2*capacity - 1)}
		if d.has(narrowIndex) {
			d.wrap = uint64(capacity - 1)
		}
		d.packed.steps, d.bottom.steps = steps, steps
		for i := range d.slots {
			d.slots[i].steps = steps
		}
		all = append(all, d)
	}
	return all, func() error {
		for _, d := range all {
			if err := d.(*printedDeque).rangeAtRest(); err != nil {
				return err
			}
		}
		return nil
	}
}

// counted is a variable whose operations are counted.
type counted struct {
	v     interleave.Uint64
	steps *int
}

func (c *counted) load() uint64 {
	*c.steps++
	return c.v.Load()
}

func (c *counted) store(v uint64) {
	*c.steps++
	c.v.Store(v)
}

func (c *counted) swap(old, next uint64) bool {
	*c.steps++
	return c.v.CompareAndSwap(old, next)
}
