// Package ledger follows each item through deques of a program's own. Sums of pushes and pops
// would not do: a deque that loses one item and gives another one twice leaves all sums
// right, and the mark wrong. A Ledger has a bit for each item that there can be. It is
// set while the item is in some deque, whichever.
//
//	D1  The bit is set before the item is pushed.
//	D2  The Pop that returns the item clears the bit, and finds it set. Of two pops of one push
//	    the second finds it clear, and so does the pop of an item that was never pushed.
//	D3  If Push refuses the item, its bit is cleared again. An item is pushed by the worker
//	    that holds it, so no other worker has set the bit meanwhile.
//	D4  After a complete mark no bit is set. Otherwise an item was lost.
//
// Each item therefore has as many pops as pushes, and they alternate. Then the objects that were
// scanned are those that were marked, each once, whatever the deques have done: nothing is
// left to chance. A theft moves items from deque to deque, and changes no bit.
//
// The bit also orders memory. The Pop's clearing comes after the setting that it has seen. A
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
package ledger

import (
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Ledger is what all deques of a mark have in common. The zero value has no items.
type Ledger struct{ in heap.Bitmap }

// Open empties the ledger, and gives it a bit for each of that many items. No worker may be running.
func (l *Ledger) Open(items uint64) { l.in.Resize(items) }

// Lost says what a complete mark has lost (D4), "" if nothing. No worker may be running.
func (l *Ledger) Lost() string {
	lost := l.in.Count()
	for i := range l.in.Words() {
		if left := l.in.Words()[i].Load(); left != 0 {
			return fmt.Sprintf("Pop has not returned all that was pushed (%d missing), such as %d", lost, i*64+bits.TrailingZeros64(left))
		}
	}
	return ""
}

// clears clears the bit of an item. It reports whether the bit was set.
func (l *Ledger) clears(item uint64) bool {
	bit := uint64(1) << (item % 64)
	return l.in.Words()[item/64].And(^bit)&bit != 0
}

// End is what a worker does with its own deque while it marks. For the kinds of package
// stealq it is the deque itself, and for others it is an Auditor.
type End interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
}

// Auditor is the End of a deque that is followed. Only the worker that owns the deque may call it.
type Auditor struct {
	Deque  stealq.Deque
	Ledger *Ledger
	// Blame is told what the deque has done that it should not.
	Blame func(format string, args ...any)
}

// Push is End.Push.
func (a *Auditor) Push(item uint64) bool {
	a.Ledger.in.Words()[item/64].Or(1 << (item % 64)) // D1
	pushed := a.Deque.Push(item)
	if !pushed && !a.Ledger.clears(item) { // D3
		a.Blame("Push refused %d, and Pop has returned it all the same", item)
	}
	return pushed
}

// Pop is End.Pop. If the deque has returned what it should not, it is blamed, and there is no item.
func (a *Auditor) Pop() (uint64, bool) {
	item, ok := a.Deque.Pop()
	switch {
	case !ok:
	case item >= a.Ledger.in.Len():
		a.Blame("Pop returned %d, which was never pushed: items are less than %d", item, a.Ledger.in.Len())
	case !a.Ledger.clears(item): // D2
		a.Blame("Pop returned %d, which is in no deque: it was never pushed, or a Pop has returned it before", item)
	default:
		return item, true
	}
	return 0, false
}
