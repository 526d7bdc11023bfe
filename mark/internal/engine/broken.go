package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A program may bring its own kind of deque, and its deques may be wrong. The marker
// then ends the mark with an error. Deques can do harm in four ways:
//
//   - A method panics or calls runtime.Goexit. The value that recover returns becomes a
//     DequeError. A kind of package stealq is ours, and its panics stay panics.
//   - Pop returns an item that was never pushed, or an item twice. A ledger.Auditor looks at
//     each item.
//   - Items are lost. The mark ends, and the ledger still has them (conserved).
//   - The mark would never end: Len counts items that Pop does not find, or Steal
//     brings nothing again and again. A worker gives such a search up (vainLimit), and
//     looks for a deque that is stuck once it has joined so often in vain.
//
// Against a method that does not return there is no help.

// vainLimit is how often in a row a worker tries in vain before it doubts the deques: to
// find work that Len has shown, or to take it from another worker. Other workers may be
// faster that often. A worker that has tried so often does not blame a deque for that.
const vainLimit = 1 << 12

// owns gives a worker its deque.
func (w *worker) owns(d stealq.Deque) {
	if w.Deque, w.Own = d, d; w.m.Foreign {
		w.Own = &ledger.Auditor{Deque: d, Ledger: &w.m.ledger, Blame: w.accuse}
	}
	if w.m.Options.Deque.OnRequest {
		w.Own = answers{w.Own, w}
	}
}

// openLedger empties the ledger, and gives it a bit for each item that a mark may push. All
// workers are parked.
func (m *Marker) openLedger() {
	switch {
	case !m.Foreign:
	case m.Options.Grain > 1:
		m.ledger.Open(uint64(m.Blocks.Blocks()) + 1)
	default:
		m.ledger.Open(m.objects())
	}
}

// blame turns a panic of a foreign deque on the caller's goroutine into the mark's error.
// It is deferred. All workers are parked: they have no part in what is before and after a
// mark.
func (m *Marker) blame(err *error) {
	if !m.Foreign {
		return
	}
	if value := recover(); value != nil {
		*err = m.dequePanic(value)
	}
}

// wantedOrBroken is wanted for foreign deques. It runs while the lobby is locked, so the
// error is kept and the worker wanted: it goes back to guarded, which tells worker 0.
func (w *worker) wantedOrBroken() (needed bool) {
	if w.broken {
		return true
	}
	answered := false
	defer func() {
		if answered {
			return
		}
		value := recover()
		w.broken, needed = true, true
		w.m.record(w.m.dequePanic(value))
		if value == nil { // Park is left, too
			w.m.crew.GiveUp()
		}
	}()
	needed, answered = w.Wanted(w), true
	return needed
}

// Doubt is of crew.Work: what a worker does that has joined vainLimit times in a row for work that it
// sees and cannot have. It fails the mark, and returns true, if a deque is the reason.
// Otherwise it sleeps a little, so that there are moments in which no worker is active.
func (w *worker) Doubt(emptyJoins int) bool {
	if emptyJoins < vainLimit {
		return false
	}
	if id, length := w.m.stuck(); length > 0 {
		w.accuse("deque %d has a Len of %d when nobody works, and its Pop has found nothing", id, length)
		return true
	}
	w.Nap(100 * time.Microsecond)
	return false
}

// stuck looks for a deque whose Len is not 0 although no worker is active. Each worker
// has left only when its Pop had found nothing (T2), and no worker has added anything
// since then (T3). The deque therefore breaks its contract.
func (m *Marker) stuck() (id, length int) {
	state, ok := m.crew.Quiet()
	if !ok {
		return 0, 0
	}
	for id, w := range m.workers {
		if length := w.Deque.Len(); length > 0 && m.crew.Unchanged(state) {
			return id, length
		}
	}
	return 0, 0
}
