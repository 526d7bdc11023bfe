package mark

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// ownEnd is what a worker does with its own deque while it marks. For the kinds of package
// stealq it is the deque itself, and for others it is an auditor.
type ownEnd interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
}

// auditor follows each item through deques of a program's own. Sums of pushes and pops
// would not do: a deque that loses one item and gives another one twice leaves all sums
// right, and the mark wrong. Marker.ledger has a bit for each item that there can be. It is
// set while the item is in some deque, whichever.
//
//	D1  The bit is set before the item is pushed.
//	D2  The Pop that returns the item clears the bit, and finds it set. So of two pops of one
//	    push the second finds it clear, and so does the pop of an item that nobody has pushed.
//	L3  If Push refuses the item, its bit is cleared again. An item is pushed by the worker
//	    that holds it, so nobody else has set the bit meanwhile.
//	L4  After a complete mark no bit is set. Otherwise an item was lost.
//
// So each item has as many pops as pushes, and they alternate. Then the objects that were
// scanned are those that were marked, each once, whatever the deques have done: nothing is
// left to chance. A theft moves items from deque to deque, and changes no bit.
//
// The bit also orders memory. The Pop's clearing comes after the setting that it has seen. So a
// block that was filled before its push is seen as it was filled, even if the deque has
// published its handle with a plain store.
//
// If the bit were set after the push, sound deques would be blamed:
//
//  1. Worker V pushes item 5.
//  2. Worker T steals it, pops it, and finds the bit clear.
//  3. V sets the bit, and it stays.
//
// The cost is two locked instructions for each item. Deques of package stealq have none of it.
type auditor struct{ w *worker }

// owns gives a worker its deque.
func (w *worker) owns(d stealq.Deque) {
	if w.deque, w.own = d, d; w.m.foreign {
		w.own = auditor{w}
	}
}

// Push is ownEnd.Push.
func (a auditor) Push(item uint64) bool {
	a.w.m.ledger.Words()[item/64].Or(1 << (item % 64)) // D1
	if a.w.deque.Push(item) {
		return true
	}
	if !a.clears(item) { // L3
		a.w.fail(a.w.m.dequeError("Push refused %d, and Pop has returned it all the same", item))
	}
	return false
}

// Pop is ownEnd.Pop. If the deque has returned what it should not, the mark fails, and there
// is no item.
func (a auditor) Pop() (uint64, bool) {
	item, ok := a.w.deque.Pop()
	switch {
	case !ok:
		return 0, false
	case item >= a.w.m.ledger.Len():
		a.w.fail(a.w.m.dequeError("Pop returned %d, which was never pushed: items are less than %d", item, a.w.m.ledger.Len()))
		return 0, false
	case !a.clears(item): // D2
		a.w.fail(a.w.m.dequeError("Pop returned %d, which is in no deque: it was never pushed, or a Pop has returned it before", item))
		return 0, false
	}
	return item, true
}

// clears clears the bit of an item. It reports whether the bit was set.
func (a auditor) clears(item uint64) bool {
	bit := uint64(1) << (item % 64)
	return a.w.m.ledger.Words()[item/64].And(^bit)&bit != 0
}

// openLedger empties the ledger, and gives it a bit for each item that a mark may push. All
// workers are parked.
func (m *Marker) openLedger() {
	switch {
	case !m.foreign:
	case m.options.Grain > 1:
		m.ledger.Resize(uint64(m.blocks.Blocks()) + 1)
	default:
		m.ledger.Resize(m.objects)
	}
}

// audited returns an error if an item of a complete mark was lost (L4). All workers are parked.
func (m *Marker) audited() error {
	if !m.foreign {
		return nil
	}
	lost := m.ledger.Count()
	for i := range m.ledger.Words() {
		if left := m.ledger.Words()[i].Load(); left != 0 {
			return m.dequeError("Pop has not returned all that was pushed (%d missing), such as %d", lost, i*64+bits.TrailingZeros64(left))
		}
	}
	return nil
}
