package stealq_test

import (
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// brokenDeque is a control: the circular array of Chase and Lev, whose owner pops the
// last item as it pops the others, with no compare-and-swap against a thief.
type brokenDeque struct {
	stealq.Deque // for what histories do not use
	top, bottom  atomic.Int64
	slots        [histCap]atomic.Uint64
	capacity     int64
}

func newBroken(capacity int) []stealq.Deque {
	all := make([]stealq.Deque, histDeques)
	for i := range all {
		all[i] = &brokenDeque{capacity: int64(capacity)}
	}
	return all
}

func (d *brokenDeque) slot(i int64) *atomic.Uint64 { return &d.slots[i%d.capacity] }

func (d *brokenDeque) Reset() {
	d.top.Store(0)
	d.bottom.Store(0)
}

func (d *brokenDeque) Push(item uint64) bool {
	b := d.bottom.Load()
	if b-d.top.Load() >= d.capacity {
		return false
	}
	d.slot(b).Store(item)
	d.bottom.Store(b + 1)
	return true
}

func (d *brokenDeque) Pop() (uint64, bool) {
	b := d.bottom.Load() - 1
	if b < d.top.Load() {
		return 0, false
	}
	d.bottom.Store(b)
	return d.slot(b).Load(), true
}

func (d *brokenDeque) Steal(from stealq.Deque, _ stealq.Amount) (int, stealq.Outcome) {
	v := from.(*brokenDeque)
	top := v.top.Load()
	if v.bottom.Load() <= top || d.bottom.Load()-d.top.Load() == d.capacity {
		return 0, stealq.Empty
	}
	item := v.slot(top).Load()
	runtime.Gosched() // the owner pops meanwhile
	if !v.top.CompareAndSwap(top, top+1) {
		return 0, stealq.Lost
	}
	d.Push(item)
	return 1, stealq.Took
}
