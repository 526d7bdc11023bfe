package probe

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// This file is what a Recorder does at the points.
const (
	// joins is for how long vain attempts to steal make one slice.
	joins = 12 * time.Microsecond
	// maxEvery is the most batches from one reading to the next.
	maxEvery = 256
)

// clock is the time since the mark began.
func (r *Recorder) clock() time.Duration { return r.now().Sub(r.start) }

// scans is what the worker does if it has something to scan.
func (r *Recorder) scans() timeline.Activity {
	if r.worker.MarksAlone() {
		return timeline.ActivityAlone
	}
	return timeline.ActivityScan
}

// turnNow and turnAt are apart, so that Turn and TurnAt can be inlined.
func (r *Recorder) turnNow(to timeline.Activity) { r.turn(to, r.clock()) }

func (r *Recorder) turnAt(to timeline.Activity, now time.Time) { r.turn(to, now.Sub(r.start)) }

func (r *Recorder) turn(to timeline.Activity, at time.Duration) {
	r.close(at)
	if to == timeline.ActivityScan {
		to = r.scans()
	}
	r.open = timeline.Slice{Begin: at, Activity: to, Victim: -1}
	r.last, r.left = at, r.every
	if r.told != nil {
		r.told(int(r.id), to)
	}
}

// close ends the open slice. The events that the statistics counted during a slice without a
// length count for the next one.
func (r *Recorder) close(at time.Duration) {
	s := &r.open
	if at <= s.Begin {
		return
	}
	if s.Activity == timeline.ActivitySteal && s.Attempts == 0 {
		s.Activity = r.scans() // there was no worker to ask
	}
	now, seen := r.worker.Counted(), r.seen
	s.End = at
	s.Objects = uint32(now.Scanned - seen.Scanned)
	s.Harvested = uint32(now.Harvested - seen.Harvested)
	s.Overflowed = uint32(now.Overflowed - seen.Overflowed)
	s.Forwarded = uint32(now.Forwarded - seen.Forwarded)
	s.Items += uint32(now.Received - seen.Received)
	s.Attempts += uint32(now.Rounds - seen.Rounds)
	s.Private, s.Deque = uint32(now.Private), uint32(now.Deque)
	r.seen = now
	r.slices[r.closed%uint64(len(r.slices))] = *s
	r.closed++
}

func (r *Recorder) batch() {
	does := r.scans()
	if r.left--; r.left > 0 && does == r.open.Activity {
		return
	}
	at := r.clock()
	if r.left == 0 {
		r.pace(at - r.last)
	}
	if does != r.open.Activity || 2*(at-r.open.Begin) >= 3*r.tick {
		r.turn(does, at)
	}
	r.last, r.left = at, r.every
}

// pace chooses after how many batches the clock is read again. The last so many took that
// long.
func (r *Recorder) pace(took time.Duration) {
	switch {
	case took < r.tick/2:
		r.every = min(2*r.every, maxEvery)
	case took > 2*r.tick:
		r.every = max(1, r.every/2)
	}
}

// StealEnded comes after each attempt to steal while the open slice is ActivitySteal. n is negative if items
// went to victim. Attempts that fail in the same way make one slice.
func (r *Recorder) StealEnded(victim, n int, outcome stealq.Outcome) {
	if r == nil {
		return
	}
	at := r.clock()
	if s := &r.open; s.Attempts > 0 && r.last > s.Begin && (s.Outcome != outcome || at-s.Begin >= joins) {
		r.turn(timeline.ActivitySteal, r.last)
	}
	r.open.Victim, r.open.Outcome = int32(victim), outcome
	r.open.Attempts++
	switch {
	case n > 0:
		r.open.Items += uint32(n)
		r.arrow(timeline.Arrow{Kind: timeline.ArrowSteal, From: int32(victim), To: r.id, Sent: r.last, Arrived: at, Count: uint32(n)})
	case n < 0:
		r.arrow(timeline.Arrow{Kind: timeline.ArrowSteal, From: r.id, To: int32(victim), Sent: r.last, Arrived: at, Count: uint32(-n)})
	}
	r.last = at
}

// Received comes when n references that a worker has sent were found, before they are marked, and before the room where
// they lie is given back. sent is what Sending has returned. The references from one sender within a tick make one
// arrow. References that a worker takes back are no arrow.
func (r *Recorder) Received(from, n int, sent time.Duration) {
	if r == nil || int32(from) == r.id {
		return
	}
	at := r.clock()
	if r.arrived > 0 {
		if a := &r.arrows[(r.arrived-1)%uint64(len(r.arrows))]; a.Kind == timeline.ArrowForward && a.From == int32(from) && at-a.Arrived < r.tick {
			a.Count += uint32(n)
			return
		}
	}
	r.arrow(timeline.Arrow{Kind: timeline.ArrowForward, From: int32(from), To: r.id, Sent: sent, Arrived: at, Count: uint32(n)})
}

// arrow writes down what has arrived.
func (r *Recorder) arrow(a timeline.Arrow) {
	r.arrows[r.arrived%uint64(len(r.arrows))] = a
	r.arrived++
}
