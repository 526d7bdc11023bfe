package engine

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// makeRoom ensures that the references of a whole batch fit on the stack.
func (w *worker) makeRoom() {
	if w.Top <= policy.StackHigh {
		return
	}
	if n := policy.Excess(w.Size()); n > 0 {
		w.giveOldest(n)
	}
	w.Compact()
}

// giveOldest publishes the n oldest refs of the private stack.
func (w *worker) giveOldest(n int) {
	w.publish(w.Refs[w.Bottom : w.Bottom+n])
	w.Drop(n)
}

// exposeAll publishes every ref that was found by scanning. The refs that refill took
// from a shared place stay: they are scanned next. But if there are several of them
// and the deque is empty, then all but one go to the deque, as far as they fit.
func (w *worker) exposeAll() {
	keep := w.Bottom + w.FromShared
	w.publish(w.Refs[keep:w.Top])
	w.Top = keep
	if n := policy.Shown(w.FromShared, w.Deque); n > 0 {
		n = w.PushDeque(w.Refs[w.Bottom : w.Bottom+n])
		w.Drop(n)
		w.wake(n)
	}
}

// publish puts refs where other workers can take them, and wakes workers for them.
func (w *worker) publish(refs []uint32) {
	if len(refs) == 0 {
		return
	}
	w.mayShow = true
	wakes := w.endExclusive()
	if items := w.Publish(refs); wakes {
		w.wake(items)
	}
}

// answers is the End of a deque that shows an item when a thief has asked (Kind.OnRequest). Its Pop wakes a
// sleeper if something is shown afterwards. Otherwise the thief that has asked may sleep beside the item:
//
//  1. Thief T finds nothing that is shown, and asks. It sees no work, and parks.
//  2. The owner pops an item, and so its deque shows another one.
//  3. The owner gives nothing away, because its deque shows something (policy.Pace.Feed). T sleeps on.
//
// Pop does not tell whether it has shown the item. A Len from before would not tell it either: another thief
// may have taken an item in between. For what a Push shows its caller wakes others.
type answers struct {
	ledger.End
	w *worker
}

// Pop is of ledger.End.
func (a answers) Pop() (uint64, bool) {
	item, ok := a.End.Pop()
	if ok && !a.w.Alone && a.w.Deque.Len() > 0 {
		a.w.wake(1)
	}
	return item, ok
}

// endExclusive reports whether others are to be woken for what this worker is about to publish. If
// so, and if this worker holds the exclusive bit, endExclusive clears the bit, and wakes
// sleepers for what is visible already: the work that was published while no worker was to come.
//
// The caller publishes after that, and wakes last: see crew.Detector.Clear.
func (w *worker) endExclusive() bool {
	if w.m.plan.Team == 1 || !w.recruits() {
		return false
	}
	if w.Alone {
		w.revise()
		w.Clear()
		w.setClaimer()
		w.wake(w.visibleItems())
	}
	return true
}

// visibleItems is how many workers a lone worker can keep busy with what it has published.
func (w *worker) visibleItems() int {
	if w.Overflowed() {
		return w.m.plan.Team
	}
	return w.Deque.Len() + w.m.ranges.Open()
}

// recruits reports whether there is anybody to share with. The worker that begins a mark
// alone shares with no other until it is worth waking one.
func (w *worker) recruits() bool {
	if limit := w.m.plan.Pace.Patience; limit > 0 && w.Alone {
		return w.SoloEnds(limit, w.Scanned)
	}
	return w.m.plan.Pace.Recruits(w.First, w.Marked, w.stats.ChunksTaken)
}

// workVisible reports whether a place from which every worker may take seems to hold work. It
// is a part of the look between Lone and Exclude.
func (m *Marker) workVisible() bool {
	return m.ranges.Open() > 0 || m.Overflowed() ||
		slices.ContainsFunc(m.workers[:m.plan.Team], func(w *worker) bool { return w.Deque.Len() > 0 })
}
