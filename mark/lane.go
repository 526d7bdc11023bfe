package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// This file is how a worker writes down what it does, for a timeline.
//
// Each worker has memory of its own for that, and nobody else reads it before the mark is over.
// So nothing is shared, and nothing is allocated. The memory is a ring: if it is full, the
// oldest slices make room.
//
//	                 open.Begin                        now
//	                      v                             v
//	... │ scan │ steal │ scan │ scan ┆ batch ┆ batch ┆ batch ┆
//	      closed slices               the open one grows
//
// What holds:
//
//	V1  A worker has one open slice. It begins where the one before has ended. So the
//	    slices of a worker cover the mark without gaps, and do not overlap.
//	V2  The open slice changes between idle and not idle at the readings of the clock that
//	    also begin and end the worker's busy time (becomeBusy, becomeIdle). So idle slices
//	    add up to WorkerStats.Idle.
//	V3  The clock is read where the activity changes, and otherwise after as many batches
//	    as took some microseconds last time. Batches have no reading of their own.
const (
	// laneTick is about how often the clock is read while a worker scans.
	laneTick = 8 * time.Microsecond
	// laneJoins is how long a slice grows. It grows by a tick at a time.
	laneJoins = 12 * time.Microsecond
	// maxEvery is the most batches from one reading to the next.
	maxEvery = 256
)

// laneEntryBytes is what a worker has for each slice that it keeps: the slice, and an arrow.
const laneEntryBytes = 56 + 40

// lane is what one worker writes down. It is nil if no timeline is asked for.
type lane struct {
	slices  []timeline.Slice // a ring
	closed  uint64           // how many slices were closed
	arrows  []timeline.Arrow // a ring
	arrived uint64           // how many arrows there were

	start time.Time      // of the mark
	last  time.Duration  // the last reading of the clock, since start
	open  timeline.Slice // what the worker does now, from open.Begin on
	seen  laneCounts     // the worker's, at open.Begin
	every int            // batches from one reading of the clock to the next
	left  int            // of these, how many are still to come
}

// newLane returns a lane with room for n slices and n arrows. It touches the memory.
func newLane(n int) *lane {
	l := &lane{slices: make([]timeline.Slice, n), arrows: make([]timeline.Arrow, n)}
	for i := range n {
		l.slices[i].Victim, l.arrows[i].To = -1, -1
	}
	return l
}

// begin forgets the last mark. All workers are parked.
func (l *lane) begin(start time.Time) {
	l.closed, l.arrived, l.start, l.last = 0, 0, start, 0
	l.seen, l.every, l.left = laneCounts{}, 1, 1
	l.open = timeline.Slice{Activity: timeline.ActivitySleep, Victim: -1}
}

// scans is what a worker does that has something to scan.
func (w *worker) scans() timeline.Activity {
	if w.Alone && w.m.options.Workers > 1 {
		return timeline.ActivityAlone
	}
	return timeline.ActivityScan
}

// turn ends the open slice, and begins one of another activity.
func (w *worker) turn(to timeline.Activity) {
	if w.lane != nil {
		w.turnAt(to, now())
	}
}

// turnAt is turn for a clock that has just been read.
func (w *worker) turnAt(to timeline.Activity, now time.Time) {
	if w.lane != nil {
		w.lane.turn(w, to, now.Sub(w.lane.start))
	}
}

func (l *lane) turn(w *worker, to timeline.Activity, at time.Duration) {
	l.close(w, at)
	l.open = timeline.Slice{Begin: at, Activity: to, Victim: -1}
	l.last, l.left = at, l.every
}

// close ends the open slice. What the statistics counted during a slice without a length counts
// for the next one.
func (l *lane) close(w *worker, at time.Duration) {
	s := &l.open
	if at <= s.Begin {
		return
	}
	if s.Activity == timeline.ActivitySteal && s.Attempts == 0 {
		s.Activity = w.scans() // there was nobody to ask
	}
	now, seen := w.laneCounts(), l.seen
	s.End = at
	s.Objects = uint32(now.scanned - seen.scanned)
	s.Harvested = uint32(now.harvested - seen.harvested)
	s.Overflowed = uint32(now.overflowed - seen.overflowed)
	s.Forwarded = uint32(now.forwarded - seen.forwarded)
	s.Items += uint32(now.received - seen.received)
	s.Attempts += uint32(now.rounds - seen.rounds)
	s.Private, s.Deque = uint32(w.private()+w.Unsent()), uint32(w.deque.Len())
	l.seen = now
	l.slices[l.closed%uint64(len(l.slices))] = *s
	l.closed++
}

// laneCounts are what a slice has as differences.
type laneCounts struct{ scanned, harvested, overflowed, forwarded, received, rounds uint64 }

func (w *worker) laneCounts() laneCounts {
	s := &w.stats
	return laneCounts{s.Scanned, s.ObjectsHarvested, s.BlocksOverflowed + s.PendingAdded, w.RefsForwarded, w.RefsReceived + w.RefsSwept, w.chains.Rounds}
}

// noteBatch is called after each batch (V3).
func (w *worker) noteBatch() {
	if w.lane != nil {
		w.lane.batch(w, w.scans())
	}
}

func (l *lane) batch(w *worker, does timeline.Activity) {
	if l.left--; l.left > 0 && does == l.open.Activity {
		return
	}
	at := now().Sub(l.start)
	if l.left == 0 {
		l.pace(at - l.last)
	}
	if does != l.open.Activity || at-l.open.Begin >= laneJoins {
		l.turn(w, does, at)
	}
	l.last, l.left = at, l.every
}

// pace chooses after how many batches the clock is read again. The last so many took that
// long.
func (l *lane) pace(took time.Duration) {
	switch {
	case took < laneTick/2:
		l.every = min(2*l.every, maxEvery)
	case took > 2*laneTick:
		l.every = max(1, l.every/2)
	}
}

// noteSteal is called after each attempt to steal while the open slice is ActivitySteal.
// Attempts that fail in the same way are one slice. n is negative if items went to victim.
func (w *worker) noteSteal(victim, n int, outcome stealq.Outcome) {
	l := w.lane
	if l == nil {
		return
	}
	at := now().Sub(l.start)
	if s := &l.open; s.Attempts > 0 && l.last > s.Begin && (s.Outcome != outcome || at-s.Begin >= laneJoins) {
		l.turn(w, timeline.ActivitySteal, l.last)
	}
	l.open.Victim, l.open.Outcome = int32(victim), outcome
	l.open.Attempts++
	switch {
	case n > 0:
		l.open.Items += uint32(n)
		l.arrow(timeline.Arrow{Kind: timeline.ArrowSteal, From: int32(victim), To: int32(w.id), Sent: l.last, Arrived: at, Count: uint32(n)})
	case n < 0:
		l.arrow(timeline.Arrow{Kind: timeline.ArrowSteal, From: int32(w.id), To: int32(victim), Sent: l.last, Arrived: at, Count: uint32(-n)})
	}
	l.last = at
}

// noteTaken says what was found instead of a victim: n refs that had not fitted into deques.
func (w *worker) noteTaken(does timeline.Activity, n int) {
	if w.lane == nil || n == 0 {
		return
	}
	if w.lane.open.Activity == timeline.ActivitySteal {
		w.lane.open.Activity = does
	}
	w.lane.open.Items += uint32(n)
}

// noteAwaited is called by an idle worker that has seen work. It says which kind of idle time this
// was.
func (w *worker) noteAwaited() {
	if w.lane != nil && w.m.net.WaitsFor(w.id) {
		w.lane.open.Activity = timeline.ActivityAwait
	}
}

// sendingAt is the time before a slot is published, 0 if there is no timeline. The receiver reads it
// after it has read the queue's tail, as it reads the references.
func (w *worker) sendingAt() time.Duration {
	if w.lane == nil {
		return 0
	}
	return now().Sub(w.lane.start)
}

// noteReceived is called for the oldest slot of a queue, which holds n references, before it is
// released. What comes from one sender within a tick is one arrow.
func (w *worker) noteReceived(sender int, sent time.Duration, n int) {
	l := w.lane
	if l == nil || sender == w.id {
		return
	}
	at := now().Sub(l.start)
	if l.arrived > 0 {
		if a := &l.arrows[(l.arrived-1)%uint64(len(l.arrows))]; a.Kind == timeline.ArrowForward && a.From == int32(sender) && at-a.Arrived < laneTick {
			a.Count += uint32(n)
			return
		}
	}
	l.arrow(timeline.Arrow{Kind: timeline.ArrowForward, From: int32(sender), To: int32(w.id), Sent: sent, Arrived: at, Count: uint32(n)})
}

// arrow writes down what has arrived.
func (l *lane) arrow(a timeline.Arrow) {
	l.arrows[l.arrived%uint64(len(l.arrows))] = a
	l.arrived++
}

// end ends the last slice. All workers are parked.
func (l *lane) end(w *worker, end time.Time) { l.close(w, end.Sub(l.start)) }
