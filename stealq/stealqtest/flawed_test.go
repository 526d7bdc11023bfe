//go:build interleave && !fullsize

package stealqtest

import (
	"sync"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// flawed is the deque of package example behind functions that may do something else. Nil
// ones do what is right. Its variables are the explorer's.
type flawed struct {
	flaw        *flaw
	top, bottom interleave.Uint64
	slots       []interleave.Uint64
	lock        interleave.Mutex
	spin        interleave.Uint32
	real        sync.Mutex // which the explorer does not see
	plain       []uint64   // items that the explorer does not see
	counters    stealq.Counters
}

type flaw struct {
	pop   func(d *flawed) (uint64, bool)
	push  func(d *flawed, item uint64) bool
	take  func(v *flawed) (uint64, stealq.Outcome)
	steal func(d, v *flawed) (int, stealq.Outcome)
	made  func(d *flawed)
}

func (f *flaw) kind() *stealq.Kind {
	return &stealq.Kind{Name: "flawed", Loses: true, Amounts: []stealq.Amount{stealq.One}, New: func(deques, capacity int) (all []stealq.Deque) {
		for range deques {
			d := &flawed{flaw: f, slots: make([]interleave.Uint64, capacity)}
			if f.made != nil {
				f.made(d)
			}
			all = append(all, d)
		}
		return all
	}}
}

func (d *flawed) slot(i uint64) *interleave.Uint64 { return &d.slots[i%uint64(len(d.slots))] }

func (d *flawed) Push(item uint64) bool {
	push := (*flawed).append
	if d.flaw.push != nil {
		push = d.flaw.push
	}
	if !push(d, item) {
		d.counters.Full++
		return false
	}
	d.counters.Pushes++
	return true
}

func (d *flawed) append(item uint64) bool {
	bottom := d.bottom.Load()
	if bottom-d.top.Load() == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item)
	d.bottom.Store(bottom + 1)
	return true
}

func (d *flawed) Pop() (uint64, bool) {
	pop := (*flawed).last
	if d.flaw.pop != nil {
		pop = d.flaw.pop
	}
	item, ok := pop(d)
	if ok {
		d.counters.Pops++
	} else {
		d.counters.PopEmpty++
	}
	return item, ok
}

func (d *flawed) last() (uint64, bool) {
	last := d.bottom.Load() - 1
	d.bottom.Store(last)
	top := d.top.Load()
	if int64(last-top) > 0 {
		return d.slot(last).Load(), true
	}
	won := last == top && d.top.CompareAndSwap(top, top+1)
	item := d.slot(last).Load()
	d.bottom.Store(last + 1)
	return item, won
}

func (d *flawed) Steal(victim stealq.Deque, _ stealq.Amount) (n int, o stealq.Outcome) {
	steal := (*flawed).moves
	if d.flaw.steal != nil {
		steal = d.flaw.steal
	}
	n, o = steal(d, victim.(*flawed))
	d.counters.Steals++
	switch o {
	case stealq.Took:
		d.counters.Took++
		d.counters.ItemsStolen += uint64(n)
	case stealq.Empty:
		d.counters.Empty++
	case stealq.Lost:
		d.counters.Lost++
	}
	return n, o
}

func (d *flawed) moves(v *flawed) (int, stealq.Outcome) {
	if v == d || d.Len() == d.Cap() {
		return 0, stealq.Empty
	}
	take := (*flawed).oldest
	if d.flaw.take != nil {
		take = d.flaw.take
	}
	item, o := take(v)
	if o != stealq.Took {
		return 0, o
	}
	d.append(item)
	return 1, o
}

func (d *flawed) oldest() (uint64, stealq.Outcome) {
	top := d.top.Load()
	if int64(d.bottom.Load()-top) <= 0 {
		return 0, stealq.Empty
	}
	item := d.slot(top).Load()
	if !d.top.CompareAndSwap(top, top+1) {
		return 0, stealq.Lost
	}
	return item, stealq.Took
}

func (d *flawed) Len() int {
	top := d.top.Load()
	return int(min(max(int64(d.bottom.Load()-top), 0), int64(len(d.slots))))
}
func (d *flawed) Cap() int                   { return len(d.slots) }
func (d *flawed) Counters() *stealq.Counters { return &d.counters }
func (d *flawed) Reset()                     { d.top.Store(0); d.bottom.Store(0); d.counters = stealq.Counters{} }

// under calls do while d's lock is held, a lock that every call takes.
func (d *flawed) under(do func()) {
	d.lock.Lock()
	defer d.lock.Unlock()
	do()
}

// forgetful is split, but a thief that finds nothing leaves no request.
func forgetful() *stealq.Kind {
	k := *stealq.Split
	k.New = func(deques, capacity int) []stealq.Deque {
		all := stealq.Split.New(deques, capacity)
		for i, d := range all {
			all[i] = forgets{d, d.(stealq.Exposer), i == deques-1}
		}
		return all
	}
	return &k
}

type forgets struct {
	stealq.Deque
	stealq.Exposer
	helper bool // brings the others to where programs begin
}

func (d forgets) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v := victim.(forgets)
	if !d.helper && v.Len() == 0 && v.Held() > 0 {
		d.Counters().Steals++
		d.Counters().Empty++
		return 0, stealq.Empty
	}
	return d.Deque.Steal(v.Deque, amount)
}

// unlocked is a stack that several handles share, as if no other goroutine were about.
func unlocked() *stealq.Kind {
	return &stealq.Kind{Name: "unlocked", Shared: true, Amounts: []stealq.Amount{stealq.One}, New: func(deques, capacity int) (all []stealq.Deque) {
		s := &stack{slots: make([]interleave.Uint64, capacity)}
		for range deques {
			all = append(all, &handle{stack: s})
		}
		return all
	}}
}

type stack struct {
	length interleave.Uint64
	slots  []interleave.Uint64
}

type handle struct {
	*stack
	counters stealq.Counters
}

func (h *handle) Push(item uint64) bool {
	n := h.length.Load()
	if n == uint64(len(h.slots)) {
		h.counters.Full++
		return false
	}
	h.slots[n].Store(item)
	h.length.Store(n + 1)
	h.counters.Pushes++
	return true
}

func (h *handle) Pop() (uint64, bool) {
	n := h.length.Load()
	if n == 0 {
		h.counters.PopEmpty++
		return 0, false
	}
	item := h.slots[n-1].Load()
	h.length.Store(n - 1)
	h.counters.Pops++
	return item, true
}

func (h *handle) Steal(stealq.Deque, stealq.Amount) (int, stealq.Outcome) {
	h.counters.Steals++
	h.counters.Empty++
	return 0, stealq.Empty
}

func (h *handle) Len() int                   { return int(h.length.Load()) }
func (h *handle) Cap() int                   { return len(h.slots) }
func (h *handle) Counters() *stealq.Counters { return &h.counters }
func (h *handle) Queue() any                 { return h.stack }
func (h *handle) Reset()                     { h.length.Store(0); h.counters = stealq.Counters{} }
