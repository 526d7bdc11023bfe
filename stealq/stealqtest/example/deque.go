// Package example is a deque outside of package stealq, to copy with its tests.
//
// Copy the folder, and replace the algorithm in deque.go by yours. [Kind] tells stealq how to
// make your deques and what they can do:
//
//	deques := example.Kind.New(workers, 1024)
//
// The tests deque_test.go and explore_test.go judge the deque. The second needs the files
// atomics.go and atomics_interleave.go, and the tag interleave.
//
// The algorithm is that of David Chase and Yossi Lev, "Dynamic circular work-stealing deque",
// SPAA 2005. The ring has one length here and does not grow.
package example

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Kind makes the deques. Give it to stealqtest.Run, to mark.Options or to cli.Main.
var Kind = &stealq.Kind{
	Name:    "example",
	Doc:     "Chase and Lev (2005) on a ring of one length",
	New:     newDeques,
	Amounts: []stealq.Amount{stealq.One},
	Loses:   true,
}

// deque holds the items of the indices [top .. bottom). Indices only grow. Index i lies in
// slot i modulo the capacity.
type deque struct {
	top    word // thieves and the owner move it, each by a compare-and-swap
	bottom word // the owner moves it
	slots  []slot

	counters stealq.Counters // the owner's
}

func newDeques(deques, capacity int) []stealq.Deque {
	if deques < 1 || capacity < stealq.MinCapacity || capacity > stealq.MaxCapacity || capacity&(capacity-1) != 0 {
		panic(fmt.Sprintf("example: cannot make %d deques of capacity %d", deques, capacity))
	}
	all := make([]stealq.Deque, deques)
	for i := range all {
		all[i] = &deque{slots: make([]slot, capacity)}
	}
	return all
}

func (d *deque) slot(i uint64) *slot { return &d.slots[i%uint64(len(d.slots))] }

func (d *deque) Push(item uint64) bool {
	if !d.append(item) {
		d.counters.Full++
		return false
	}
	d.counters.Pushes++
	return true
}

// append puts an item at the bottom, if there is room.
func (d *deque) append(item uint64) bool {
	bottom := d.bottom.Load()
	if bottom-d.top.Load() == uint64(len(d.slots)) {
		return false
	}
	d.slot(bottom).Store(item) // before bottom: a thief that sees bottom sees the item
	d.bottom.Store(bottom + 1)
	return true
}

func (d *deque) Pop() (uint64, bool) {
	last := d.bottom.Load() - 1
	d.bottom.Store(last) // before top is read: a thief that comes later does not see the item
	top := d.top.Load()
	if int64(last-top) > 0 {
		d.counters.Pops++
		return d.slot(last).Load(), true
	}
	// It is the last item, or there was none. Race for it with thieves.
	won := last == top && d.top.CompareAndSwap(top, top+1)
	item := d.slot(last).Load()
	d.bottom.Store(last + 1)
	if !won {
		d.counters.PopEmpty++
		return 0, false
	}
	d.counters.Pops++
	return item, true
}

func (d *deque) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v, ok := victim.(*deque)
	if !ok || amount != stealq.One {
		panic(fmt.Sprintf("example: cannot steal %v from %T", amount, victim))
	}
	item, o := uint64(0), stealq.Empty
	if v != d && d.Len() < d.Cap() { // only its owner adds to d: there will be room
		item, o = v.take()
	}
	d.counters.Steals++
	switch o {
	case stealq.Empty:
		d.counters.Empty++
		return 0, o
	case stealq.Lost:
		d.counters.Lost++
		return 0, o
	}
	d.append(item)
	d.counters.Took++
	d.counters.ItemsStolen++
	return 1, o
}

// take removes the item at the top, for a thief.
func (d *deque) take() (uint64, stealq.Outcome) {
	top := d.top.Load()
	bottom := d.bottom.Load() // after top: the owner may move bottom below an older top
	if int64(bottom-top) <= 0 {
		return 0, stealq.Empty
	}
	item := d.slot(top).Load() // before top moves: then the owner may use the slot again
	if !d.top.CompareAndSwap(top, top+1) {
		return 0, stealq.Lost
	}
	return item, stealq.Took
}

func (d *deque) Len() int {
	top := d.top.Load()
	return int(min(max(int64(d.bottom.Load()-top), 0), int64(len(d.slots))))
}

func (d *deque) Cap() int                   { return len(d.slots) }
func (d *deque) Counters() *stealq.Counters { return &d.counters }

func (d *deque) Reset() {
	d.top.Store(0)
	d.bottom.Store(0)
	d.counters = stealq.Counters{}
}
