package crew

import "time"

// This file is to which account the idle time of a worker is charged.
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
// Worker 1 is awake. It charges its own time, from look to look. Its account changes at
// the look before worker 0 shows more: it cannot know when the number rose. Worker 2
// sleeps. Worker 0 charges for it.
//
// Invariants:
//
//	A1  The time of a worker is busy from BeginBusy to EndBusy. All the rest
//	    of the mark is idle (finish.go in package engine).
//	A2  A worker that is awake charges its own idle time. At each look it asks
//	    whether another worker shows that it holds more than a batch. If so, the
//	    time since its last look is hoarded (chargeIdle). No worker adds up starved time:
//	    it is what is not hoarded.
//	A3  A worker that sleeps can charge nothing. The worker that keeps it waiting charges
//	    for it (EndBatch). It reads the clock twice: at the end of the first batch after
//	    which a worker sleeps and it holds more than a batch, and at the end of the next
//	    batch after which this is no longer so. The time between is hoarded, once for each
//	    sleeper.
//	A4  A lone worker, one that holds the exclusive bit, reads no clock for this: the
//	    readings would cost more than the rest of a small mark. It counts its batches.
//	    It also counts those at whose end it
//	    held more than a batch (EndBatch). Suppose that these are two fifths of
//	    all. Then two fifths of its time are hoarded, once for each of the others
//	    (endSolitude).
//	A5  A worker that has left shows no more than a batch (EndBusy).
//
// Several workers may hoard at once. Then the same time of a sleeper is charged by each of
// them. The account of hoarded time is therefore too high rather than too low. In the
// end it is cut at the idle time (finish.go in package engine).

// Accounts is what a worker remembers of its time, and of the time of sleepers. Its methods
// know nothing of other workers, but what they are told in numbers.
type Accounts struct {
	Busy    time.Duration // for how long the worker was active
	Hoarded time.Duration // the part of its idle time in which another worker held more than a batch
	Waited  time.Duration // how long sleepers have waited for it, the sum over them
	Left    time.Time     // when it last became idle

	chargedUntil time.Time // the worker's own time has been charged up to here

	moreShown  bool      // what others see: more than a batch is private
	waitsSince time.Time // since when sleepers have waited for this worker; zero if none waits

	aloneSince   time.Time // since when the worker has held the exclusive bit
	batchesAlone int       // batches since then
	hoardsAlone  int       // of batchesAlone, those at whose end more than a batch was private
}

// StartAt says when the mark began.
func (a *Accounts) StartAt(start time.Time) { a.chargedUntil = start }

// chargeIdle charges the time since the last look (A2). hoarding says that another worker shows that
// it holds more than a batch.
func (a *Accounts) chargeIdle(now time.Time, hoarding bool) {
	if hoarding {
		a.Hoarded += now.Sub(a.chargedUntil)
	}
	a.chargedUntil = now
}

// endSolitude charges how long a lone worker has kept so many others waiting (A4).
func (a *Accounts) endSolitude(now time.Time, others int) {
	if a.batchesAlone > 0 {
		share := float64(now.Sub(a.aloneSince)) * float64(a.hoardsAlone) / float64(a.batchesAlone)
		a.Waited += time.Duration(others) * time.Duration(share)
		a.batchesAlone, a.hoardsAlone = 0, 0
	}
}
