package stealqtest

import (
	"runtime"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

var sink []byte

// faults are deques with one fault each, and what the suite must say of it: a part of
// the first line of the first failure.
var faults = []struct {
	name  string
	fault fault
	kind  func(k *stealq.Kind) // spoils what the Kind says or makes
	want  string
}{
	// New.
	{name: "New makes one deque too few", kind: spoilt(func(made []stealq.Deque) []stealq.Deque { return made[1:] }),
		want: "New(2, 8) returned 1 deques"},
	{name: "New makes one deque too many", kind: spoilt(func(made []stealq.Deque) []stealq.Deque { return append(made, made[0]) }),
		want: "New(2, 8) returned 3 deques"},
	{name: "New makes one deque of two", kind: spoilt(func(made []stealq.Deque) []stealq.Deque { made[1] = made[0]; return made }),
		want: "New(2, 8) returned one deque as d0 and as d1"},
	{name: "New makes a nil deque", kind: spoilt(func(made []stealq.Deque) []stealq.Deque { made[1] = nil; return made }),
		want: "New(2, 8) returned a nil deque"},
	{name: "New makes a deque with an item in it", kind: spoilt(func(made []stealq.Deque) []stealq.Deque { made[0].Push(1); return made }),
		want: "Len of a deque of New(2, 8) is 1"},
	{name: "New rounds the capacity", kind: func(k *stealq.Kind) {
		make := k.New
		k.New = func(deques, capacity int) []stealq.Deque { return make(deques, max(2, capacity&^1)) }
	}, want: "New(1, -2) returned: it must panic"},

	// Push and Pop.
	{name: "capacity ignored", kind: func(k *stealq.Kind) {
		f := &fault{cap: func(d *faulty) int { return d.Deque.Cap() / 2 }}
		k.New = func(deques, capacity int) []stealq.Deque { return f.wrap(stealq.Locked.New(deques, 2*capacity)) }
	}, want: "Push accepted item 99, though d0 holds 2 items and its capacity is 2"},
	{name: "one item too few", fault: fault{push: func(d *faulty, item uint64) bool {
		return d.Deque.Len() < d.Deque.Cap()-1 && d.Deque.Push(item)
	}}, want: "Push refused item 2, though d0 holds 1 items of 2"},
	{name: "Cap is wrong", fault: fault{cap: func(d *faulty) int { return d.Deque.Cap() - 1 }},
		want: "Cap of a deque of New(2, 8) is 7"},
	{name: "an item in three is lost", fault: fault{push: func(d *faulty, item uint64) bool {
		if d.calls%3 == 0 {
			d.Counters().Pushes++
			return true
		}
		return d.Deque.Push(item)
	}}, want: "d0 holds 2 items by its own count, want 3"},
	{name: "items are forgotten when popped", fault: fault{pop: func(d *faulty) (uint64, bool) {
		d.Deque.Pop()
		return 0, false
	}}, want: "found nothing: item 3 is lost"},
	{name: "a last item that was popped can still be stolen", fault: fault{pop: func(d *faulty) (uint64, bool) {
		item, ok := d.Deque.Pop()
		if ok && d.Deque.Len() == 0 {
			d.helper.Push(item)
		}
		return item, ok
	}, push: func(d *faulty, item uint64) bool {
		d.helper.Pop()
		return d.Deque.Push(item)
	}, steal: func(d, victim *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if victim.helper.Len() > 0 {
			return d.Deque.Steal(victim.helper, stealq.One)
		}
		return d.Deque.Steal(victim.Deque, amount)
	}}, want: "moved 1 of 0 items"},
	{name: "an item is popped twice", fault: fault{pop: func(d *faulty) (uint64, bool) {
		item, ok := d.Deque.Pop()
		if ok && item == 2 && d.calls < 6 {
			d.Deque.Push(item)
		}
		return item, ok
	}}, want: "Pop of d0 returned item 2, though the deque must be empty"},
	{name: "the oldest is popped", fault: fault{pop: func(d *faulty) (uint64, bool) {
		d.helper.Steal(d.Deque, stealq.One)
		return d.helper.Pop()
	}}, want: "Pop of d0 returned item 2, want 3, the newest of [2 3]"},
	{name: "Pop invents an item", fault: fault{pop: func(d *faulty) (uint64, bool) {
		item, _ := d.Deque.Pop()
		return item, true
	}}, want: "returned item 0, though the deque must be empty"},

	// Steal.
	{name: "nothing can be stolen", fault: fault{steal: func(d, _ *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		return d.steals(d, amount)
	}}, want: "Steal with one moved 0 of 3 items, to a deque that holds 0 and has room for 8: want 1"},
	{name: "One moves all", fault: fault{steal: func(d, v *faulty, _ stealq.Amount) (int, stealq.Outcome) {
		return d.steals(v, stealq.All)
	}}, want: "Steal with one moved 3 items"},
	{name: "Half moves all", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if amount == stealq.Half {
			amount = stealq.All
		}
		return d.steals(v, amount)
	}}, want: "Steal with half moved 12 of 12 items, to a deque that holds 2 and has room for 14: want 1 to 6"},
	{name: "Balance does not look at its own items", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if amount == stealq.Balance {
			amount = stealq.Half
		}
		return d.steals(v, amount)
	}}, want: "Steal with balance moved 1 of 1 items, to a deque that holds 1 and has room for 1: want 0"},
	{name: "All moves half", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if amount == stealq.All {
			amount = stealq.Half
		}
		return d.steals(v, amount)
	}}, want: "Steal with all moved 1 of 2 items, to a deque that holds 0 and has room for 2: want 2"},
	{name: "the newest is stolen", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		before := *v.Counters()
		v.reverse(v.Deque.Len())
		n, o := d.steals(v, amount)
		v.reverse(v.Deque.Len())
		*v.Counters() = before
		return n, o
	}}, want: "Pop of d0 returned item 2, want 3, the newest of [2 3]"},
	{name: "stolen items arrive in reverse", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, o := d.steals(v, amount)
		d.reverse(n)
		return n, o
	}}, want: "the newest of"},
	{name: "Took without an item", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, _ := d.steals(v, amount)
		return n, stealq.Took
	}}, want: "Steal with balance returned Took with 0 items"},
	{name: "items with Empty", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, _ := d.steals(v, amount)
		return n, stealq.Empty
	}}, want: "Steal with one returned 1 items with empty"},
	{name: "Lost where the Kind never loses", fault: fault{steal: func(d, _ *faulty, _ stealq.Amount) (int, stealq.Outcome) {
		return 0, stealq.Lost
	}}, want: "Steal with one was Lost, though the Kind's Loses is false"},
	{name: "Lost against nobody", kind: func(k *stealq.Kind) { k.Loses = true }, fault: fault{steal: func(d, _ *faulty, _ stealq.Amount) (int, stealq.Outcome) {
		return 0, stealq.Lost
	}}, want: "Steal with one was Lost, though nobody else used the deques"},
	{name: "an outcome of its own", fault: fault{steal: func(d, _ *faulty, _ stealq.Amount) (int, stealq.Outcome) {
		return 0, 7
	}}, want: "Steal with one returned Outcome(7), which is not an outcome"},
	{name: "a deque steals from itself", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if d == v {
			return 1, stealq.Took
		}
		return d.steals(v, amount)
	}}, want: "moved 1 items from d0 to itself, want 0"},
	{name: "any victim will do", kind: spoilt(func(made []stealq.Deque) []stealq.Deque {
		for i, d := range made {
			made[i] = obliging{d}
		}
		return made
	}), want: "Steal from a victim of another kind returned: it must panic"},
	{name: "any amount will do", kind: func(k *stealq.Kind) { k.Amounts = k.Amounts[:2] },
		want: "Steal with half, which the Kind does not list, returned: it must panic"},

	// Counters, Len, Reset, memory.
	{name: "refused pushes are not counted", fault: fault{push: func(d *faulty, item uint64) bool {
		return d.Deque.Len() < d.Deque.Cap() && d.Deque.Push(item)
	}}, want: "Counters of d0 say Full 0, after calls that come to 3"},
	{name: "steals are counted twice", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		d.Counters().Steals++
		return d.steals(v, amount)
	}}, want: "Counters of d1 say Steals 2, after calls that come to 1"},
	{name: "Len counts one more", fault: fault{len: func(d *faulty) int { return d.Deque.Len() + 1 }},
		want: "Len of a deque of New(2, 8) is 1"},
	{name: "Len counts a full deque as empty", fault: fault{len: func(d *faulty) int { return d.Deque.Len() % d.Deque.Cap() }},
		want: "d0 holds 0 items by its own count, want 2"},
	{name: "Reset keeps the items", fault: fault{reset: func(d *faulty) { *d.Counters() = stealq.Counters{} }},
		want: "holds 4 items by its own count, want 0"},
	{name: "Reset keeps the counters", fault: fault{reset: func(d *faulty) {
		for _, ok := d.Deque.Pop(); ok; _, ok = d.Deque.Pop() {
		}
	}}, want: "Counters of d0 say"},
	{name: "Push allocates", fault: fault{push: func(d *faulty, item uint64) bool {
		sink = make([]byte, 64)
		return d.Deque.Push(item)
	}}, want: "though the Kind's Grows is false"},
	{name: "Push allocates for ever", kind: func(k *stealq.Kind) { k.Grows = true }, fault: fault{push: func(d *faulty, item uint64) bool {
		sink = make([]byte, 64)
		return d.Deque.Push(item)
	}}, want: "times after Reset"},

	// Calls that do not come back.
	{name: "a panic inside", fault: fault{pop: func(d *faulty) (uint64, bool) {
		return []uint64{}[d.Len()-1], true
	}}, want: "Pop of d0 panicked: runtime error: index out of range"},
	{name: "Push waits for room", fault: fault{push: func(d *faulty, item uint64) bool {
		if d.Deque.Len() == d.Deque.Cap() {
			select {}
		}
		return d.Deque.Push(item)
	}}, want: "Push of d0 has not returned for"},
	{name: "a thief waits for items", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		if v.Deque.Len() == 0 {
			select {}
		}
		return d.steals(v, amount)
	}}, want: "Steal of d1 has not returned for"},
	{name: "Pop ends its goroutine", fault: fault{pop: func(d *faulty) (uint64, bool) {
		runtime.Goexit()
		return 0, false
	}}, want: "Pop of d0 ended its goroutine with runtime.Goexit"},

	// Several thieves.
	{name: "an item is lost where owner and thieves meet", fault: fault{steal: meeting, push: func(d *faulty, item uint64) bool {
		if d.thieves.Load() > 0 && d.calls%64 == 0 {
			d.Counters().Pushes++
			return true
		}
		return d.Deque.Push(item)
	}}, want: "it gets all, in the order of their pushes"},
	{name: "an item is doubled where owner and thieves meet", fault: fault{steal: meeting, pop: func(d *faulty) (uint64, bool) {
		item, ok := d.Deque.Pop()
		if before := *d.Counters(); ok && d.thieves.Load() > 0 {
			d.Deque.Push(item)
			*d.Counters() = before
		}
		return item, ok
	}}, want: "was taken twice: it was popped from d0 and from d0"},
	{name: "empty where two thieves meet", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		v.thieves.Add(1)
		defer v.thieves.Add(-1)
		for range 3 {
			runtime.Gosched()
		}
		if v.thieves.Load() > 1 {
			v = d // of which a steal is Empty
		}
		return d.steals(v, amount)
	}}, want: "Steal is Empty, though its victim held an item all the while"},
	{name: "thieves panic where they meet", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, o, met := d.met(v, amount)
		if met {
			panic("two at once")
		}
		return n, o
	}}, want: "panicked: two at once"},
	{name: "thieves hang where they meet", fault: fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, o, met := d.met(v, amount)
		if met {
			select {}
		}
		return n, o
	}}, want: "has not returned for"},

	// Faults in the fields of the Kind.
	{name: "Shared, but is not", kind: func(k *stealq.Kind) { k.Shared = true }, want: "no stealq.Handle"},
	{name: "OnRequest, but is not", kind: func(k *stealq.Kind) { k.OnRequest = true }, want: "no stealq.Exposer"},
}
