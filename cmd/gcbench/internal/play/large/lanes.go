package large

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lanes/rows"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// mostSlices is how many slices an answer has, or one for each worker if that is more. A
// screen shows no more, and a page draws them in a few milliseconds.
const mostSlices = 8000

// recorder makes a timeline of the steps of a simulation.
//
// What a worker did ended with its step, and began with the end of its step before. Steps of
// one activity become one slice, up to the end of a scan: pushes and pops belong to the scan
// that follows. So do attempts to steal, until one succeeds.
type recorder struct {
	workers  []laneState
	arrows   []timeline.Arrow
	way      map[[2]int][]sent // by sender and receiver: what is on its way
	shared   bool              // all deques are one
	frontier bins
}

// laneState is what one worker has done so far.
type laneState struct {
	slices []timeline.Slice
	until  time.Duration     // the end of its last step
	rests  timeline.Activity // what it does if there are no more steps
	deque  int               // items
	closed bool              // the last slice has ended
}

// sent is a slot of references on its way to the owner of their bits.
type sent struct {
	at   time.Duration
	refs int
}

func newRecorder(c sim.Config) *recorder {
	r := &recorder{workers: make([]laneState, c.Options.Workers), way: map[[2]int][]sent{}, shared: c.Options.Deque.Shared}
	for i := range r.workers {
		r.workers[i].rests = timeline.ActivitySleep
	}
	return r
}

// note is for sim.Config.Trace.
func (r *recorder) note(s sim.Step, _ *sim.Result) {
	r.frontier.add(s.At, s.Grey)
	w := &r.workers[s.Worker]
	if n := len(w.slices); n > 0 { // what it holds now it held when the slice ended
		w.slices[n-1].Private, w.slices[n-1].Deque = uint32(s.Private), uint32(max(w.deque, 0))
	}
	begin, end := w.until, max(w.until, s.At)
	does := activity(s, len(r.workers) > 1)
	slice := w.open(does, begin, end)
	count(slice, s)
	w.until, w.rests, w.closed = end, rest(s), ends(s)
	r.move(s, begin, end)
}

// open returns the slice to which a step belongs: the last one, or a new one. A step that takes
// no time belongs to the last slice. If there is none, it begins the mark, and counts nothing.
func (w *laneState) open(does timeline.Activity, begin, end time.Duration) *timeline.Slice {
	n := len(w.slices)
	if n == 0 && begin == end {
		return &timeline.Slice{}
	}
	if n > 0 && (begin == end || w.slices[n-1].Activity == does && !w.closed) {
		w.slices[n-1].End = end
		return &w.slices[n-1]
	}
	w.slices = append(w.slices, timeline.Slice{Begin: begin, End: end, Activity: does, Victim: -1})
	return &w.slices[len(w.slices)-1]
}

// activity is what a worker did whose step ends.
func activity(s sim.Step, others bool) timeline.Activity {
	switch s.Did {
	case sim.Asks:
		return timeline.ActivitySteal
	case sim.Recovers:
		return timeline.ActivityOverflow
	case sim.Wakes:
		return timeline.ActivitySleep
	case sim.Parks, sim.Joins, sim.Enlists:
		return timeline.ActivityLook
	case sim.Speculates:
		return timeline.ActivitySpeculate
	}
	if s.Alone && others {
		return timeline.ActivityAlone
	}
	return timeline.ActivityScan
}

// rest is what a worker does after a step that may be its last one.
func rest(s sim.Step) timeline.Activity {
	if s.Did == sim.Parks {
		return timeline.ActivitySleep
	}
	return timeline.ActivityLook
}

// ends reports whether a step ends a slice.
func ends(s sim.Step) bool {
	switch s.Did {
	case sim.Scans, sim.Claims, sim.Chases, sim.Leaves, sim.Wakes, sim.Joins, sim.Parks:
		return true
	case sim.Follows:
		return s.N%32 == 0
	case sim.Asks:
		return s.Outcome == stealq.Took
	}
	return false
}

// count adds a step's figures to its slice.
func count(slice *timeline.Slice, s sim.Step) {
	n := uint32(len(s.Refs))
	switch s.Did {
	case sim.Scans, sim.Follows, sim.Chases:
		slice.Objects += n
	case sim.Harvests:
		slice.Harvested += n
	case sim.Sends:
		slice.Forwarded += n
	case sim.Receives:
		slice.Items += n
	case sim.Recovers:
		slice.Items += uint32(s.N)
	case sim.Speculates:
		slice.Attempts++
	case sim.Asks:
		slice.Attempts++
		slice.Items += uint32(max(s.Moved, -s.Moved))
		slice.Victim, slice.Outcome = int32(s.N), s.Outcome
	}
}

// move notes what goes from one worker to another, and how many items each deque has.
func (r *recorder) move(s sim.Step, begin, end time.Duration) {
	switch s.Did {
	case sim.Pushes:
		r.deque(s.Worker).deque++
	case sim.Pops:
		r.deque(s.Worker).deque--
	case sim.Asks:
		r.deque(s.Worker).deque += s.Moved
		r.deque(s.N).deque -= s.Moved
		switch {
		case s.Moved > 0:
			r.arrow(timeline.ArrowSteal, s.N, s.Worker, begin, end, s.Moved)
		case s.Moved < 0:
			r.arrow(timeline.ArrowSteal, s.Worker, s.N, begin, end, -s.Moved)
		}
	case sim.Sends:
		if s.Moved > 0 {
			way := [2]int{s.Worker, s.N}
			r.way[way] = append(r.way[way], sent{end, s.Moved})
		}
	case sim.Receives:
		r.receive(s, end)
	}
}

// deque is the worker to whom the deque of a worker belongs.
func (r *recorder) deque(worker int) *laneState {
	if r.shared {
		worker = 0
	}
	return &r.workers[worker]
}

func (r *recorder) arrow(kind timeline.ArrowKind, from, to int, sent, arrived time.Duration, n int) {
	r.arrows = append(r.arrows, timeline.Arrow{Kind: kind, From: int32(from), To: int32(to), Sent: min(sent, arrived), Arrived: arrived, Count: uint32(n)})
}

// receive ends the way of a slot. A worker that marks alone also takes slots that were sent to
// others.
func (r *recorder) receive(s sim.Step, at time.Duration) {
	for i := range r.workers {
		to := (s.Worker + i) % len(r.workers)
		if queue := r.way[[2]int{s.N, to}]; len(queue) > 0 && queue[0].refs == len(s.Refs) {
			r.way[[2]int{s.N, to}] = queue[1:]
			r.arrow(timeline.ArrowForward, s.N, s.Worker, queue[0].at, at, len(s.Refs))
			return
		}
		if !s.Alone {
			return
		}
	}
}

// timeline returns what was noted of a mark that has ended.
func (r *recorder) timeline(end time.Duration) *timeline.Timeline {
	t := &timeline.Timeline{Duration: end, Arrows: r.arrows}
	for i := range r.workers {
		w := &r.workers[i]
		if w.until < end {
			w.open(w.rests, w.until, end)
		}
		t.Lanes = append(t.Lanes, timeline.Lane{Slices: w.slices})
	}
	slices.SortStableFunc(t.Arrows, func(a, b timeline.Arrow) int { return cmp.Compare(a.Arrived, b.Arrived) })
	return t
}

// rows returns what a viewer draws.
func (r *recorder) rows(end time.Duration) *rows.Data {
	d := rows.Of([]rows.Mark{rows.OfMark("", r.timeline(end), mostSlices)})
	return &d
}
