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
//	                     batch ends with more             first batch that
//	                     than a batch private             ends with less
//	                               v                         v
//	worker 0  ───scans────scans────┼────scans────scans──scans┼──scans───
//	worker 1    looks · s · · s · ·│h · · h · · h · · h · · h│· s · · s
//	worker 2    sleeps             ├──────── waits ──────────┤
//	                               ^waitsSince        endWait^
//
// Worker 1 is awake and charges its own idle time, look by look (chargeIdle): h is
// hoarded time. Of s nobody keeps an account, for what is not hoarded is starved.
//
// Worker 2 sleeps and cannot charge anything, so the worker that keeps it waiting
// does (accountForSleepers). Worker 0 reads the clock at the end of two batches: the
// first at whose end there are sleepers and more than a batch is private, and the
// next at whose end this is no longer so. The time between them counts as hoarded
// once for each sleeper.
//
// A lone worker reads no clock meanwhile: that would cost it more than the rest of a
// small mark. It counts its batches, and those at whose end it had more than a batch
// (lookAlone). If these are two fifths of all its batches, it has kept the others
// waiting for two fifths of its time (endSolitude).
//
// When several workers hoard at once, their spans overlap. So hoarded time errs
// upwards; it is cut at the idle time.

// idleClock is what a worker remembers of time, its own and that of sleepers.
type idleClock struct {
	chargedUntil time.Time // the worker's own time is charged up to here
	left         time.Time // when it was last active

	moreShown  bool          // the last value stored in visible.more
	waitsSince time.Time     // since when sleepers have waited for this worker; zero if they do not
	waited     time.Duration // how long they have, the sum over the sleepers

	batchesAlone int // batches while the worker was alone
	hoardsAlone  int // those of them at whose end more than a batch was private
}

// await waits until there may be work again, and returns true: the worker joins. It
// returns false if the mark is over or the worker should park. The caller has left.
func (w *worker) await() bool {
	m := w.m
	for look := 0; ; look++ {
		if m.detector.done() {
			return false
		}
		if m.workVisible() {
			w.chargeIdle()
			if w.fruitless > policy.SpinLooks {
				giveWay() // work is seen and cannot be had: its owner may need the processor
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
	pause := policy.Idle(w.m.options.Tuning.Idle).Pause(look, w.m.crowded)
	if pause.Yield {
		giveWay()
	}
	if pause.Sleep > 0 {
		time.Sleep(pause.Sleep)
	}
	return !pause.Park
}

// becomeBusy and becomeIdle stand at the two ends of the time in which a worker is
// active. becomeIdle comes before leave, so that no time is hoarded by a worker that
// has left. In the other order no mark goes wrong: the statistics are read when all
// workers are parked.
func (w *worker) becomeBusy() { w.chargedUntil = now() }

func (w *worker) becomeIdle() {
	now := now()
	w.stats.Busy += now.Sub(w.chargedUntil)
	w.endSolitude(now)
	w.chargedUntil, w.left, w.moreShown = now, now, false
	w.endWait(now)
	if w.m.options.Workers > 1 {
		w.visible.more.Store(false)
	}
}

// chargeIdle charges the time since the last look.
func (w *worker) chargeIdle() {
	now := now()
	if w.m.hoarding(w.id) {
		w.stats.Hoarded += now.Sub(w.chargedUntil)
	}
	w.chargedUntil = now
}

// hoarding reports whether a worker other than id holds more than a batch. A batch
// here has the size that is scanned while somebody is idle.
func (m *Marker) hoarding(id int) bool {
	for i, v := range m.visible {
		if i != id && v.more.Load() {
			return true
		}
	}
	return false
}

// accountForSleepers tells the others whether more than a batch is private, and
// begins or ends the span in which sleepers wait for this worker.
func (w *worker) accountForSleepers() {
	if w.m.options.Workers == 1 {
		return
	}
	if w.alone {
		w.lookAlone()
		return
	}
	more := policy.Hoards(w.private())
	if !more && !w.moreShown {
		return // so it was at the last look, too, which has ended any span
	}
	if more != w.moreShown {
		w.moreShown = more
		w.visible.more.Store(more)
	}
	wait := more && w.m.lobby.sleepers.Load() > 0
	switch {
	case wait && w.waitsSince.IsZero():
		w.waitsSince = now()
	case !wait && !w.waitsSince.IsZero():
		w.endWait(now())
	}
}

// lookAlone notes, at the end of a lone worker's batch, whether the others wait for
// it.
func (w *worker) lookAlone() {
	w.batchesAlone++
	if policy.Hoards(w.private()) {
		w.hoardsAlone++
	}
}

// endSolitude charges how long a lone worker has kept the others waiting.
func (w *worker) endSolitude(now time.Time) {
	if w.batchesAlone > 0 {
		sleepers := time.Duration(w.m.options.Workers - 1)
		w.waited += sleepers * time.Duration(float64(now.Sub(w.chargedUntil))*float64(w.hoardsAlone)/float64(w.batchesAlone))
		w.batchesAlone, w.hoardsAlone = 0, 0
	}
}

// endWait charges the span in which sleepers have waited, if there is one.
func (w *worker) endWait(now time.Time) {
	if !w.waitsSince.IsZero() {
		sleepers := max(1, w.m.lobby.sleepers.Load())
		w.waited += now.Sub(w.waitsSince) * time.Duration(sleepers)
		w.waitsSince = time.Time{}
	}
}
