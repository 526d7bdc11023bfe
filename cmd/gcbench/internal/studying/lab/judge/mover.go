package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Mover is a deque whose thieves move items to their own deques.
type Mover interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	Steal(victim Mover) (n int, outcome stealq.Outcome)
	Len() int
	Root() any // a pointer to the student's deque, whose variables tables of schedules show
}

// Outcome is an outcome as labs declare it. A number that is none of theirs counts as Empty.
func Outcome[O ~int](o O) stealq.Outcome {
	if outcome := stealq.Outcome(o); outcome == stealq.Took || outcome == stealq.Lost {
		return outcome
	}
	return stealq.Empty
}

// Moving returns the checks of such deques. loses says whether a steal may be Lost: if
// not, the answer's Steal returns no outcome. wants says how many items a thief with this room
// must move if no other worker is about.
func Moving(name string, loses bool, inner func(capacity int) Mover, wants func(victim Mover, has, room int) int) []Check {
	return after(movings(inner, loses, wants), Deque(moverKind(name, loses, stealq.Half, inner)))
}

// moverKind is a kind of deques around such ones. Each steal is of one amount.
func moverKind(name string, loses bool, amount stealq.Amount, inner func(capacity int) Mover) *stealq.Kind {
	return &stealq.Kind{
		Name: name, Doc: "the answer to a lab", Loses: loses, Amounts: []stealq.Amount{amount},
		New: func(deques, capacity int) (all []stealq.Deque) {
			if deques < 1 || capacity < stealq.MinCapacity || capacity > stealq.MaxCapacity || capacity&(capacity-1) != 0 {
				panic(fmt.Sprintf("%s: cannot make %d deques of capacity %d", name, deques, capacity))
			}
			for range deques {
				all = append(all, &counted{inner: inner(capacity), capacity: capacity, amount: amount, loses: loses})
			}
			return all
		},
	}
}

// counted is a deque of such a kind. Its counters count what the answer's calls return.
type counted struct {
	inner    Mover
	capacity int
	amount   stealq.Amount
	loses    bool // its Steal returns an outcome
	counters stealq.Counters
}

func (d *counted) Push(item uint64) bool {
	ok := d.inner.Push(item)
	if ok {
		d.counters.Pushes++
	} else {
		d.counters.Full++
	}
	return ok
}

func (d *counted) Pop() (uint64, bool) {
	item, ok := d.inner.Pop()
	if ok {
		d.counters.Pops++
	} else {
		d.counters.PopEmpty++
	}
	return item, ok
}

func (d *counted) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v, ok := victim.(*counted)
	if !ok || amount != d.amount {
		panic(fmt.Sprintf("cannot steal %v from %T", amount, victim))
	}
	n, outcome := d.inner.Steal(v.inner)
	d.counters.Steals++
	switch outcome {
	case stealq.Took:
		d.counters.Took++
		d.counters.ItemsStolen += uint64(n)
	case stealq.Empty:
		d.counters.Empty++
	case stealq.Lost:
		d.counters.Lost++
	}
	return n, outcome
}

// Takes says whether thieves may keep what they take.
func (d *counted) Takes() bool { return d.single() }

func (d *counted) single() bool {
	_, ok := d.inner.(*single)
	return ok
}

// Take is a steal of a thief that keeps the item. The explorer runs one thread at a time, so
// the thief may count the item.
func (d *counted) Take() (uint64, stealq.Outcome) {
	item, outcome := d.inner.(*single).Inner.Steal()
	if outcome == stealq.Took {
		d.counters.Pops++
	}
	return item, outcome
}

func (d *counted) Len() int                   { return d.inner.Len() }
func (d *counted) Cap() int                   { return d.capacity }
func (d *counted) Counters() *stealq.Counters { return &d.counters }

// Reset pops what is there. A pop that never ends with false is found elsewhere.
func (d *counted) Reset() {
	for range d.capacity + 1 {
		if _, ok := d.inner.Pop(); !ok {
			break
		}
	}
	d.counters = stealq.Counters{}
}

// Root and Show are for tables of schedules.
func (d *counted) Root() any { return d.inner.Root() }

func (d *counted) Show(name string, value uint64) string {
	if s, ok := d.inner.(interface{ Show(string, uint64) string }); ok {
		return s.Show(name, value)
	}
	return ""
}
