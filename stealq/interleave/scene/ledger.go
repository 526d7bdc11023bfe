package scene

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// ledger checks the law of items: each item is taken exactly once. The number of an
// item says which thread pushed it and in which of its pushes. Numbers therefore do not
// depend on the schedule.
type ledger struct {
	Scene
	w      *interleave.World
	deques []Deque
	pushed []uint64        // by thread
	taken  map[uint64]bool // true: taken; false: in a deque
	stolen int             // items that changed hands
	told   [][]string      // by thread, what each operation returned
	hands  [][]uint64      // by thread, the items that it has taken out of all deques

	items bool     // the first deque has an item at every moment
	room  bool     // the first deque has room for an item at every moment
	idle  []bool   // by thread: its last pop found nothing, and it has gained nothing since
	held  []int    // by thread: an upper bound on the items in its own deque
	unmet []uint64 // by thread: 0, or 1 + what the deque had shown when its last steal found nothing

	err  error // the first law that was broken
	late bool  // the caller reports err at the end of the execution
}

func newLedger(s Scene, w *interleave.World) *ledger {
	n := max(2, len(s.Ops))
	return &ledger{Scene: s, w: w, deques: s.deques(), pushed: make([]uint64, n), taken: map[uint64]bool{}, told: make([][]string, n), hands: make([][]uint64, n),
		idle: make([]bool, n), held: make([]int, n), unmet: make([]uint64, n)}
}

// fill puts the items into deque i that it holds at first.
func (l *ledger) fill(i int) {
	for range l.Fill[i] {
		l.push(i)
	}
	d, ok := l.deques[i].(Divided)
	if !ok {
		return
	}
	division := Division{Shown: l.Fill[i] / 2}
	if l.Division != nil {
		division = *l.Division
	}
	for range division.Shown {
		d.Ask()
		d.Expose()
	}
	if division.Asked {
		d.Ask()
	}
}

// last is the item that thread i has pushed last.
func (l *ledger) last(i int) uint64 { return itemOf(i, l.pushed[i]) }

// push pushes an item of thread i on its own deque.
func (l *ledger) push(i int) bool {
	l.pushed[i]++
	item := l.last(i)
	l.taken[item] = false
	ok := l.deques[i].Push(item)
	if ok {
		l.held[i]++
	} else {
		delete(l.taken, item)
	}
	l.tell(i, ok)
	return ok
}

func (l *ledger) take(item uint64) {
	switch taken, ok := l.taken[item]; {
	case !ok:
		l.fail("item %d is taken, which was never pushed", item)
	case taken:
		l.fail("item %d is taken twice", item)
	}
	l.taken[item] = true
}

func (l *ledger) tell(i int, results ...any) {
	if l.Tell {
		l.told[i] = append(l.told[i], fmt.Sprint(results...))
	}
}

// law is fail for the other laws. It does nothing if only the law of items is checked.
func (l *ledger) law(format string, args ...any) {
	if !l.ItemsOnly {
		l.fail(format, args...)
	}
}

func (l *ledger) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
	if !l.late {
		l.w.Failf("%v", l.err)
	}
}

// close checks the deques at rest, pops what is left, and checks that no item is lost.
// It pops from the thieves' deques first, because the items there were taken. It stops
// at the first item that is wrong, because a broken deque may return items without end.
// If both an item and a deque at rest are wrong, it reports the item, which is easier to
// understand.
func (l *ledger) close() {
	wrong := l.atRest()
	for i, d := range slices.Backward(l.deques) {
		l.tell(i%len(l.Ops), d.Len())
		for l.err == nil {
			item, ok := d.Pop()
			if !ok {
				break
			}
			l.take(item)
			l.tell(i%len(l.Ops), item)
		}
	}
	for _, item := range slices.Sorted(maps.Keys(l.taken)) {
		if !l.taken[item] && l.err == nil {
			l.fail("item %d is lost", item)
		}
	}
	if wrong != nil {
		l.law("%v", wrong)
	}
	if l.w.Outcomef("%d stolen", l.stolen); l.Tell {
		l.w.Outcomef("%v", l.told)
	}
}
