// Package probe has the points of a mark at which time passes. A worker calls a method of its Recorder
// there. The methods are named for what happens.
//
// The timeline is their only user. Virtual time has its own points (package virtual), because it must stand before the
// effect everywhere, and at more places. Here a point stands before the effect where it can:
//
//	point       stands
//	Turn        before the effect: a worker begins to look, to search, to speculate or to sleep. It ends
//	            its work before it leaves. Only the work of a worker that joins begins afterwards,
//	            because the detector may refuse it, and because of V2.
//	Batch       after the effect, at the end of share in package engine. The slice ends with what the worker holds after it
//	            has shared, and ActivityAlone ends where the exclusive bit was cleared. Before the effect
//	            a timeline would show both a batch late.
//	StealEnded  after the effect: it says how the attempt has ended. The attempt began where the one before
//	            has ended, or at a Turn.
//	Taken       after the effect: it is not known before how many there are. The worker has not pushed them yet.
//	Awaited     before the effect: the worker has seen work, and is about to join.
//	Sending     before the effect: the slot is published after it.
//	Received    before the effect: the references are marked after it, and the slot comes back.
//	End         after the mark.
package probe

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// EntryBytes is what a Recorder has for each slice that it keeps: the slice, and an arrow.
const EntryBytes = 56 + 40

// Recorder is how a worker writes down what it does, for a timeline. It is nil if nothing is to be written down.
// Then each point costs a nil check. Only the worker's goroutine may call the points, and Begin, Recount, End and
// Timeline are for a time when all workers are parked.
//
// Each worker has its own memory for that, and no other goroutine reads it before the mark is
// over. Nothing is shared, and nothing is allocated. The memory is a ring: if it is full,
// the oldest slices make room.
//
//	                 open.Begin                        now
//	                      v                             v
//	... │ scan │ steal │ scan │ scan ┆ batch ┆ batch ┆ batch ┆
//	      closed slices               the open one grows
//
// Invariants:
//
//	V1  A worker has one open slice. It begins where the one before has ended. The slices
//	    of a worker therefore cover the mark without gaps, and do not overlap.
//	V2  The open slice changes between idle and not idle at the readings of the clock that
//	    also begin and end the worker's busy time (idle.go in package engine). Idle slices
//	    therefore add up to mark.WorkerStats.Idle.
//	V3  The clock is read where the activity changes, and otherwise after as many batches
//	    as took some microseconds last time. A batch has no reading to itself.
type Recorder struct {
	id     int32
	worker Worker
	now    func() time.Time
	tick   time.Duration // about how often the clock is read while the worker scans; a slice grows a tick at a time

	slices  []timeline.Slice // a ring
	closed  uint64           // how many slices were closed
	arrows  []timeline.Arrow // a ring
	arrived uint64           // how many arrows there were

	start time.Time      // of the mark
	last  time.Duration  // the last reading of the clock, since start
	open  timeline.Slice // what the worker does now, from open.Begin on
	seen  Counts         // the worker's, at open.Begin
	every int            // batches from one reading of the clock to the next
	left  int            // of these, how many are still to come

	told func(worker int, does timeline.Activity) // at each turn, if not nil
}

// Worker is what a Recorder asks its worker, on the worker's goroutine. It is not asked where there is no
// Recorder.
type Worker interface {
	// MarksAlone reports whether the worker marks alone, although there are others.
	MarksAlone() bool
	// Counted returns what the worker has counted in this mark, and what it has now.
	Counted() Counts
}

// Counts are the first six what a worker has counted since the mark began: a slice has them as differences. The other
// two are how much the worker has now: grey references that no other worker can take, and items of its deque.
type Counts struct {
	Scanned, Harvested, Overflowed, Forwarded, Received, Rounds uint64

	Private, Deque int
}

// New returns the Recorder of worker id, with room for n slices and n arrows. It touches the memory. now is the clock. It is
// read about once in a tick while the worker scans, and after each batch if tick is 0.
func New(id, n int, tick time.Duration, now func() time.Time, worker Worker) *Recorder {
	r := &Recorder{id: int32(id), worker: worker, now: now, tick: tick, slices: make([]timeline.Slice, n), arrows: make([]timeline.Arrow, n)}
	for i := range n {
		r.slices[i].Victim, r.arrows[i].To = -1, -1
	}
	return r
}

// Telling has r call told at each turn. It returns r.
func (r *Recorder) Telling(told func(worker int, does timeline.Activity)) *Recorder {
	r.told = told
	return r
}

// Begin forgets the last mark: another one begins, and the worker sleeps.
func (r *Recorder) Begin(start time.Time) {
	if r != nil {
		r.closed, r.arrived, r.start, r.last = 0, 0, start, 0
		r.seen, r.every, r.left = Counts{}, 1, 1
		r.open = timeline.Slice{Activity: timeline.ActivitySleep, Victim: -1}
	}
}

// Turn ends the open slice, and begins one of another activity. ActivityScan is ActivityAlone for a worker that is.
func (r *Recorder) Turn(to timeline.Activity) {
	if r != nil {
		r.turnNow(to)
	}
}

// TurnAt is Turn for a clock that has just been read.
func (r *Recorder) TurnAt(to timeline.Activity, now time.Time) {
	if r != nil {
		r.turnAt(to, now)
	}
}

// Batch comes after each batch (V3).
func (r *Recorder) Batch() {
	if r != nil {
		r.batch()
	}
}

// Taken says what was found instead of a victim: n refs that had not fitted into deques.
func (r *Recorder) Taken(does timeline.Activity, n int) {
	if r == nil || n == 0 {
		return
	}
	if r.open.Activity == timeline.ActivitySteal {
		r.open.Activity = does
	}
	r.open.Items += uint32(n)
}

// Awaited says which kind of idle time this was: an idle worker has seen that something was sent to it.
func (r *Recorder) Awaited() {
	if r != nil {
		r.open.Activity = timeline.ActivityAwait
	}
}

// Sending comes before references are published. It returns the time, 0 without a Recorder. The receiver reads the time
// after it has read that the references are there, as it reads these.
func (r *Recorder) Sending() time.Duration {
	if r == nil {
		return 0
	}
	return r.clock()
}

// Recount is for a time between two phases of a mark, when the worker's counts were changed from outside. No slice has the change.
func (r *Recorder) Recount() {
	if r != nil {
		r.seen = r.worker.Counted()
	}
}

// End ends the last slice, at the end of the mark.
func (r *Recorder) End(end time.Time) {
	if r != nil {
		r.close(end.Sub(r.start))
		if r.told != nil && r.id == 0 { // End has the caller's goroutine, which is that of worker 0
			r.told(0, timeline.ActivitySleep)
		}
	}
}
