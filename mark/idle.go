package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Idle time is charged to one of two accounts. It is hoarded while some other
// worker's private stack holds more than a batch: that worker could have given
// something away. Otherwise it is starved: the frontier was smaller than the
// workers. Hoarded time is a defect of a marker, starved time a property of
// the heap.
//
// A worker that is awake charges its own idle time, look by look. A worker that
// sleeps cannot, so the one that keeps it waiting does: from the first batch at
// whose end there are sleepers and still more than a batch is private, to the
// first at whose end that is no longer so, it charges one such span for each
// sleeper. A lone worker only counts the batches at whose end that was so, for
// reading the clock would cost it more than the rest of a small mark; their part
// of all its batches is their part of its time. When several hoard at once the spans overlap, so hoarded time errs
// upwards; it is cut at the idle time.

// await waits until there may be work again (true: join), or until the mark is
// over or the worker should park (false). The worker has left.
func (w *worker) await() bool {
	m := w.m
	for look := 0; ; look++ {
		if m.detector.done() {
			return false
		}
		if m.workVisible() {
			w.chargeIdle()
			if w.fruitless > policy.SpinLooks {
				giveWay() // seen and not to be had: its owner may need the processor
			}
			return true
		}
		if state, ok := m.detector.quiet(); ok {
			if !m.workVisible() && m.detector.finish(state) {
				m.lobby.wakeWorker(0)
				return false
			}
			continue
		}
		m.pollContext()
		w.chargeIdle()
		if !w.pause(look) {
			return false
		}
	}
}

// pause lets some time pass between two looks; false means park.
func (w *worker) pause(look int) bool {
	pause := policy.Idle(w.m.options.Idle).Pause(look, w.m.crowded)
	if pause.Yield {
		giveWay()
	}
	if pause.Sleep > 0 {
		time.Sleep(pause.Sleep)
	}
	return !pause.Park
}

// becomeBusy and becomeIdle bracket the time in which a worker is active.
func (w *worker) becomeBusy() { w.idleSince = now() }

func (w *worker) becomeIdle() {
	now := now()
	w.stats.Busy += now.Sub(w.idleSince)
	w.endSolitude(now)
	w.idleSince, w.left, w.published = now, now, false
	w.endSpell(now)
	if w.m.options.Workers > 1 {
		w.visible.more.Store(false)
	}
}

// chargeIdle charges the time since the last look.
func (w *worker) chargeIdle() {
	now := now()
	if w.m.hoarding(w.id) {
		w.stats.Hoarded += now.Sub(w.idleSince)
	}
	w.idleSince = now
}

// hoarding reports whether a worker other than id holds more than a batch, of the
// size that is scanned while somebody is idle.
func (m *Marker) hoarding(id int) bool {
	for i, v := range m.visible {
		if i != id && v.more.Load() {
			return true
		}
	}
	return false
}

// accountForSleepers publishes how much is private and charges for sleepers
// that are kept waiting.
func (w *worker) accountForSleepers() {
	if w.m.options.Workers == 1 {
		return
	}
	if w.alone {
		w.lookAlone()
		return
	}
	more := policy.Hoards(w.private())
	if !more && !w.published {
		return // as at the last look, when a span, if there was one, has ended
	}
	if more != w.published {
		w.published = more
		w.visible.more.Store(more)
	}
	keeps := more && w.m.lobby.sleepers.Load() > 0
	switch {
	case keeps && w.spell.IsZero():
		w.spell = now()
	case !keeps && !w.spell.IsZero():
		w.endSpell(now())
	}
}

// lookAlone takes note of whether a lone worker keeps the others waiting.
func (w *worker) lookAlone() {
	w.looks++
	if policy.Hoards(w.private()) {
		w.looksMore++
	}
}

// endSolitude charges what a lone worker has kept the others waiting.
func (w *worker) endSolitude(now time.Time) {
	if w.looks > 0 {
		sleepers := time.Duration(w.m.options.Workers - 1)
		w.kept += sleepers * time.Duration(float64(now.Sub(w.idleSince))*float64(w.looksMore)/float64(w.looks))
		w.looks, w.looksMore = 0, 0
	}
}

// endSpell charges the span in which sleepers were kept waiting, if there was one.
func (w *worker) endSpell(now time.Time) {
	if !w.spell.IsZero() {
		sleepers := max(1, w.m.lobby.sleepers.Load())
		w.kept += now.Sub(w.spell) * time.Duration(sleepers)
		w.spell = time.Time{}
	}
}
