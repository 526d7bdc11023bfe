package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// This file has two parts: how an idle worker waits (await), and to which account its
// idle time is charged.
//
// The loop of await is that of Flood, Detlefs, Shavit and Zhang, "Parallel Garbage
// Collection for Shared Memory Multiprocessors" (JVM 2001), section 3.4. A worker without
// work looks at the places where work can appear, until it sees work or the mark is over.
// We change two things. Between two looks the idle policy decides what the worker does.
// And the worker may park in the lobby, until somebody wakes it.
//
// The two accounts are our own. Idle time is hoarded while some other worker holds more
// than a batch of grey objects in private memory: that worker could have given some away.
// All other idle time is starved: there were fewer grey objects than the workers needed.
// Hoarded time is a defect of the marker. Starved time is a property of the heap.
//
// An example. The numbers are the grey objects that are private to worker 0 at the end of
// each batch. A batch here has 16 objects (policy.Hoards).
//
//	time       ───────────────────────────────────────────────────────────────>
//	worker 0   scans │ scans │ scans │ scans │ scans │ scans │ scans │ scans │
//	private          4      12      40      38      29      21       9       3
//	                                 ^ more than 16                  ^ not more
//
//	worker 1   looks   looks   looks   looks   looks   looks   looks   looks
//	           starved             │ hoarded                       │ starved
//
//	worker 2   sleeps
//	           starved               │ hoarded                       │ starved
//	                                 ^ waitsSince                    ^ endWait
//
// Worker 1 is awake. It charges its own time, from look to look. So its account changes
// at the look before worker 0 shows more: it cannot know when the number rose. Worker 2
// sleeps. Worker 0 charges for it.
//
// What holds:
//
//	A1  The time of a worker is busy from becomeBusy to becomeIdle. All the rest
//	    of the mark is idle (summarize).
//	A2  A worker that is awake charges its own idle time. At each look it asks
//	    whether another worker shows that it holds more than a batch. If so, the
//	    time since its last look is hoarded (chargeIdle). Nobody adds up starved
//	    time: it is what is not hoarded.
//	A3  A worker that sleeps can charge nothing. So the worker that keeps it
//	    waiting does (accountForSleepers). It reads the clock twice: at the end of
//	    the first batch after which somebody sleeps and it holds more than a batch,
//	    and at the end of the next batch after which this is no longer so. The time
//	    between is hoarded, once for each sleeper.
//	A4  A lone worker, one that holds the exclusive bit, reads no clock for this: the
//	    readings would cost more than the rest of a small mark. It counts its batches.
//	    It also counts those at whose end it
//	    held more than a batch (lookAlone). Suppose that these are two fifths of
//	    all. Then two fifths of its time are hoarded, once for each of the others
//	    (endSolitude).
//	A5  A worker that has left shows no more than a batch (becomeIdle).
//
// Several workers may hoard at once. Then the same time of a sleeper is charged by each of
// them. So the account of hoarded time is too high rather than too low. In the end it is
// cut at the idle time (summarize).

// idleClock is what a worker remembers of time: of its own, and of the time of
// sleepers.
type idleClock struct {
	chargedUntil time.Time // the worker's own time has been charged up to here
	left         time.Time // when it last became idle

	moreShown  bool          // the last value stored in visible.more
	waitsSince time.Time     // since when sleepers have waited for this worker; zero if none waits
	waited     time.Duration // how long sleepers have waited, the sum over them

	aloneSince   time.Time // since when the worker has held the exclusive bit
	batchesAlone int       // batches since then
	hoardsAlone  int       // of batchesAlone, those at whose end more than a batch was private
}

// await waits until there may be work again, or until the wait is over. It returns
// true if there may be work: then the worker joins. It returns false if the mark is
// over, or if the worker should park. The caller has left (T2).
func (w *worker) await() bool {
	m := w.m
	for look := 0; ; look++ {
		if m.detector.done() {
			return false
		}
		if m.workOffered(w.id) {
			w.noteAwaited()
			w.chargeIdle()
			if w.emptyJoins > policy.SpinLooks && !m.forwardedTo(w.id) {
				giveWay() // it sees work and cannot get it: the owner of the work may need the processor
			}
			return w.emptyJoins < vainLimit || !w.doubt()
		}
		if state, ok := m.detector.quiet(); ok {
			// The look above does not count, because it came before quiet. At quiet a
			// look from before may be out of date: see quiet for the object that this
			// loses.
			switch {
			case m.anyWork():
				w.rouseOwners()
			case m.detector.finish(state):
				m.lobby.wakeWorker(0)
				return false
			}
			continue
		}
		m.pollContext()
		w.chargeIdle()
		if w.speculates() {
			look = 0
			continue
		}
		if !w.pause(look) {
			return false
		}
	}
}

// pause lets some time pass between two looks. It returns false if the worker should
// park.
func (w *worker) pause(look int) bool {
	pause := policy.PauseAfter(look, w.m.options.Tuning.Idle, w.m.plan.Crowded)
	if pause.Yield {
		giveWay()
	}
	if pause.Sleep > 0 {
		time.Sleep(pause.Sleep)
	}
	return !pause.Park
}

// becomeBusy and becomeIdle stand at the two ends of the time in which a worker is
// active.
//
// becomeIdle comes before leave. In the other order a mark would be right, and only
// the accounts could be wrong:
//
//  1. Worker W has left, and still shows more than a batch. Its memory is empty.
//  2. Idle worker V looks. It charges its time as hoarded, but W has nothing to give.
func (w *worker) becomeBusy() {
	w.chargedUntil = now()
	w.aloneSince = w.chargedUntil
	w.turnAt(w.scans(), w.chargedUntil)
}

func (w *worker) becomeIdle() {
	now := now()
	w.stats.Busy += now.Sub(w.chargedUntil)
	w.turnAt(timeline.ActivityLook, now)
	w.endSolitude(now)
	w.chargedUntil, w.left, w.moreShown = now, now, false
	w.endWait(now)
	w.show(0)
	if w.m.options.Workers > 1 {
		w.visible.more.Store(false)
	}
}

// chargeIdle charges the time since the last look (A2).
func (w *worker) chargeIdle() {
	now := now()
	if w.m.hoarding(w.id) {
		w.stats.Hoarded += now.Sub(w.chargedUntil)
	}
	w.chargedUntil = now
}

// hoarding reports whether a worker other than id shows that it holds more than a
// batch. A batch here is that of a heap while somebody is idle (policy.Hoards).
func (m *Marker) hoarding(id int) bool {
	for i, v := range m.visible[:m.plan.Team] {
		if i != id && v.more.Load() {
			return true
		}
	}
	return false
}

// accountForSleepers tells the others whether more than a batch is private. It begins
// or ends the span in which sleepers wait for this worker (A3). It is called after
// each batch.
func (w *worker) accountForSleepers() {
	if w.m.plan.Others == 0 {
		return
	}
	if w.alone {
		w.lookAlone()
		return
	}
	more := policy.Hoards(w.private() + w.unsent())
	if !more && !w.moreShown {
		return // so it was at the last call, too, and that call has ended any span
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

// lookAlone counts, at the end of a lone worker's batch, whether the worker keeps the
// others waiting (A4).
func (w *worker) lookAlone() {
	w.batchesAlone++
	if policy.Hoards(w.private()) {
		w.hoardsAlone++
	}
}

// beginSolitude begins to charge for the others in a worker that has just become the
// holder of the exclusive bit (A4).
func (w *worker) beginSolitude(now time.Time) {
	w.aloneSince = now
	w.patience = patience{readAt: w.stats.Scanned + 1}
	w.endWait(now)
	if w.moreShown {
		w.moreShown = false
		w.visible.more.Store(false)
	}
}

// endSolitude charges how long a lone worker has kept the others waiting (A4).
func (w *worker) endSolitude(now time.Time) {
	if w.batchesAlone > 0 {
		sleepers := time.Duration(w.m.plan.Others)
		w.waited += sleepers * time.Duration(float64(now.Sub(w.aloneSince))*float64(w.hoardsAlone)/float64(w.batchesAlone))
		w.batchesAlone, w.hoardsAlone = 0, 0
	}
}

// endWait charges the span in which sleepers have waited, if there is one (A3). The
// number of sleepers is that at the end of the span, and at least one: one was there
// when it began.
func (w *worker) endWait(now time.Time) {
	if !w.waitsSince.IsZero() {
		sleepers := max(1, w.m.lobby.sleepers.Load())
		w.waited += now.Sub(w.waitsSince) * time.Duration(sleepers)
		w.waitsSince = time.Time{}
	}
}
