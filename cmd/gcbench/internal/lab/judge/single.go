package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Inner is a deque whose thieves take one item and keep it.
type Inner interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	Steal() (item uint64, outcome stealq.Outcome)
	Len() int
	Root() any // a pointer to the student's deque, whose variables tables of schedules show
}

// SingleKind is a kind of deques around such inner ones: a thief pushes what it has taken on
// its own deque.
func SingleKind(name string, loses bool, inner func(capacity int) Inner) *stealq.Kind {
	return &stealq.Kind{
		Name: name, Doc: "the answer to a lab", Loses: loses, Amounts: []stealq.Amount{stealq.One},
		New: func(deques, capacity int) (all []stealq.Deque) {
			if deques < 1 || capacity < stealq.MinCapacity || capacity > stealq.MaxCapacity || capacity&(capacity-1) != 0 {
				panic(fmt.Sprintf("%s: cannot make %d deques of capacity %d", name, deques, capacity))
			}
			for range deques {
				all = append(all, &single{inner: inner(capacity), capacity: capacity})
			}
			return all
		},
	}
}

// single is a deque of such a kind. Its counters count what the answer's calls return.
type single struct {
	inner    Inner
	capacity int
	counters stealq.Counters
}

func (d *single) Push(item uint64) bool {
	ok := d.inner.Push(item)
	if ok {
		d.counters.Pushes++
	} else {
		d.counters.Full++
	}
	return ok
}

func (d *single) Pop() (uint64, bool) {
	item, ok := d.inner.Pop()
	if ok {
		d.counters.Pops++
	} else {
		d.counters.PopEmpty++
	}
	return item, ok
}

func (d *single) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v, ok := victim.(*single)
	if !ok || amount != stealq.One {
		panic(fmt.Sprintf("cannot steal %v from %T", amount, victim))
	}
	d.counters.Steals++
	if v == d || !d.room() {
		d.counters.Empty++
		return 0, stealq.Empty
	}
	item, outcome := v.inner.Steal()
	switch outcome {
	case stealq.Empty:
		d.counters.Empty++
		return 0, outcome
	case stealq.Lost:
		d.counters.Lost++
		return 0, outcome
	}
	if !d.inner.Push(item) {
		panic(fmt.Sprintf("Push refused a stolen item, though Len was below %d", d.capacity))
	}
	d.counters.Took++
	d.counters.ItemsStolen++
	return 1, stealq.Took
}

// room says whether one more item fits. Only the owner adds to d, so there will be room. The
// counters often say so without a look at the answer, and then schedules are shorter.
func (d *single) room() bool {
	c := &d.counters
	return c.Pushes+c.ItemsStolen-c.Pops < uint64(d.capacity) || d.inner.Len() < d.capacity
}

// Root is the student's deque.
func (d *single) Root() any { return d.inner.Root() }

func (d *single) Len() int                   { return d.inner.Len() }
func (d *single) Cap() int                   { return d.capacity }
func (d *single) Counters() *stealq.Counters { return &d.counters }

// Reset pops what is there. A pop that never ends with false is found elsewhere.
func (d *single) Reset() {
	for range d.capacity + 1 {
		if _, ok := d.inner.Pop(); !ok {
			break
		}
	}
	d.counters = stealq.Counters{}
}
