package stealqtest

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// faulty is a stealq.Locked deque behind functions that may do something else. Nil ones
// do what the deque does.
type faulty struct {
	stealq.Deque
	fault   *fault
	helper  stealq.Deque // of the same kind, empty
	calls   int          // of the owner, for what happens now and then
	thieves atomic.Int32 // that are stealing from this deque
}

type fault struct {
	push  func(d *faulty, item uint64) bool
	pop   func(d *faulty) (uint64, bool)
	steal func(d, victim *faulty, amount stealq.Amount) (int, stealq.Outcome)
	reset func(d *faulty)
	len   func(d *faulty) int
	cap   func(d *faulty) int
}

// kind is a Kind of deques with the fault.
func (f *fault) kind() *stealq.Kind {
	k := *stealq.Locked
	k.Name = "faulty"
	k.New = func(deques, capacity int) []stealq.Deque { return f.wrap(stealq.Locked.New(deques, capacity)) }
	return &k
}

func (f *fault) wrap(deques []stealq.Deque) []stealq.Deque {
	for i, d := range deques {
		deques[i] = &faulty{Deque: d, fault: f, helper: stealq.Locked.New(1, stealq.MinCapacity)[0]}
	}
	return deques
}

func (d *faulty) Push(item uint64) bool {
	d.calls++
	if d.fault.push != nil {
		return d.fault.push(d, item)
	}
	return d.Deque.Push(item)
}

func (d *faulty) Pop() (uint64, bool) {
	d.calls++
	if d.fault.pop != nil {
		return d.fault.pop(d)
	}
	return d.Deque.Pop()
}

func (d *faulty) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	d.calls++
	v, ok := victim.(*faulty)
	if !ok {
		panic(fmt.Sprintf("cannot steal from %T", victim))
	}
	if d.fault.steal != nil {
		return d.fault.steal(d, v, amount)
	}
	return d.Deque.Steal(v.Deque, amount)
}

func (d *faulty) Reset() {
	if d.fault.reset != nil {
		d.fault.reset(d)
		return
	}
	d.Deque.Reset()
}

func (d *faulty) Len() int {
	if d.fault.len != nil {
		return d.fault.len(d)
	}
	return d.Deque.Len()
}

func (d *faulty) Cap() int {
	if d.fault.cap != nil {
		return d.fault.cap(d)
	}
	return d.Deque.Cap()
}

// steals does what an unspoilt Steal does.
func (d *faulty) steals(victim *faulty, amount stealq.Amount) (int, stealq.Outcome) {
	return d.Deque.Steal(victim.Deque, amount)
}

// met steals, and says whether another thief was at the same victim meanwhile.
func (d *faulty) met(victim *faulty, amount stealq.Amount) (n int, o stealq.Outcome, met bool) {
	before := victim.thieves.Add(1)
	defer victim.thieves.Add(-1)
	for range 3 {
		runtime.Gosched()
	}
	met = before > 1 || victim.thieves.Load() > 1
	n, o = d.steals(victim, amount)
	return n, o, met
}

// meeting is what an unspoilt Steal does, slowly.
func meeting(d, victim *faulty, amount stealq.Amount) (int, stealq.Outcome) {
	n, o, _ := d.met(victim, amount)
	return n, o
}

// reverse turns the newest n items round.
func (d *faulty) reverse(n int) {
	counters := *d.Counters()
	var items []uint64
	for range n {
		item, _ := d.Deque.Pop()
		items = append(items, item)
	}
	for _, item := range items {
		d.Deque.Push(item)
	}
	*d.Counters() = counters
}

// obliging steals from every deque that can be asked.
type obliging struct{ stealq.Deque }

func (d obliging) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	if v, ok := victim.(obliging); ok {
		return d.Deque.Steal(v.Deque, amount)
	}
	return 0, stealq.Empty
}

// spoilt spoils what New returns, where it makes two deques.
func spoilt(spoil func(made []stealq.Deque) []stealq.Deque) func(k *stealq.Kind) {
	return func(k *stealq.Kind) {
		make := k.New
		k.New = func(deques, capacity int) []stealq.Deque {
			made := make(deques, capacity)
			if deques == 2 {
				made = spoil(made)
			}
			return made
		}
	}
}
