package mark

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline is what each worker did during a mark, and when. It is plain data, for programs
// that draw it. All times are since the mark began.
//
// [Options.Timeline] asks for it, and [Result.Timeline] returns it.
type Timeline struct {
	// Duration is the mark time, as in [Stats].
	Duration time.Duration
	// Lanes has an entry for each worker, by number.
	Lanes []Lane
	// Arrows are what went from one worker to another, in the order in which it arrived. At
	// both ends of an arrow the worker has a slice.
	Arrows []Arrow
}

// Lane is what one worker did.
type Lane struct {
	// Slices are in the order of time. They do not overlap. Together they cover the mark,
	// but for the beginning of it if Dropped is not 0.
	Slices []Slice
	// Dropped is how many slices there were before these. The worker had no room for them
	// (Options.Timeline).
	Dropped uint64
}

// Slice is a time during which a worker did one thing. Batches of one activity are joined up
// to some 20 µs, because to read the clock takes longer than to scan an object.
type Slice struct {
	Begin, End time.Duration
	Activity   Activity
	// Outcome and Victim are those of ActivitySteal: how the last attempt ended, and who was
	// asked. Attempts that have failed in the same way, one after the other, are one slice.
	// Victim is -1 in other slices.
	Outcome stealq.Outcome
	Victim  int32
	// Attempts is how many steals the slice joins. In slices of other activities it is how many
	// rounds the worker's cursors have made (see [tune.Speculation]).
	Attempts uint32
	// Objects is how many objects were scanned.
	Objects uint32
	// Items is what was taken up. With ActivitySteal these are items of the victim's deque.
	// Otherwise they are refs: from the overflow list, from the pending bitmap, or from other
	// workers that have sent them to the owner of their bits.
	Items uint32
	// Harvested is how many objects were marked by harvests (see [tune.Speculation]).
	Harvested uint32
	// Overflowed is how many blocks went to the overflow list, and refs to the pending
	// bitmap. Forwarded is how many references were sent to the owners of their bits.
	Overflowed, Forwarded uint32
	// Private is how many grey refs nobody else could take at End. Deque is how many items
	// the worker's deque then held.
	Private, Deque uint32
}

// Arrow is something that went from one worker to another.
type Arrow struct {
	Kind     ArrowKind
	From, To int32 // numbers of workers
	// Sent is when the attempt to steal began, or when the sender published the references.
	// Arrived is when the thief had the items, or when the references were taken up.
	Sent, Arrived time.Duration
	Count         uint32 // items of a deque, or references
}

// ArrowKind says what an arrow carries.
type ArrowKind uint8

const (
	ArrowSteal   ArrowKind = iota // items, from victim to thief
	ArrowForward                  // references, to the owner of their bits or to whoever takes them back
)

var arrowNames = []string{"steal", "forward"}

// String returns the name of the kind.
func (k ArrowKind) String() string { return nameOf(arrowNames, k) }

// Activity is what a worker does.
type Activity uint8

const (
	// ActivityScan: it scans grey objects, or a chunk of the roots or of a huge object.
	ActivityScan Activity = iota
	// ActivityAlone is ActivityScan while the worker holds the exclusive bit: nobody else
	// may mark.
	ActivityAlone
	// ActivitySteal: it has nothing, and tries to steal.
	ActivitySteal
	// ActivityOverflow and ActivityPending: it had nothing, and took up what did not fit into
	// deques: a block of the overflow list, or refs of the pending bitmap.
	ActivityOverflow
	ActivityPending
	// ActivityLook: it is idle, and looks whether there is work.
	ActivityLook
	// ActivityAwait is ActivityLook that ended because references were sent to this worker.
	ActivityAwait
	// ActivitySleep: it is idle, and is parked.
	ActivitySleep
	// ActivitySpeculate: it is idle, and looks for the rest of a list (see [tune.Speculation]).
	ActivitySpeculate
)

var activityNames = []string{"scan", "alone", "steal", "overflow", "pending", "look", "await", "sleep", "speculate"}

// String returns the name of the activity.
func (a Activity) String() string { return nameOf(activityNames, a) }

// Idle reports whether the time counts as idle in [WorkerStats].
func (a Activity) Idle() bool { return a >= ActivityLook }

// Timeline returns what the workers did, or nil if Options.Timeline is 0. Each call makes a
// new copy. After an error the timeline ends where the mark did.
func (r *Result) Timeline() *Timeline {
	if r.lanes == nil {
		return nil
	}
	t := &Timeline{Duration: r.Stats.Duration, Lanes: make([]Lane, len(r.lanes))}
	for i, l := range r.lanes {
		t.Lanes[i] = Lane{Slices: newest(l.slices, l.closed)}
		t.Lanes[i].Dropped = l.closed - uint64(len(t.Lanes[i].Slices))
		t.Arrows = append(t.Arrows, newest(l.arrows, l.arrived)...)
	}
	t.Arrows = slices.DeleteFunc(t.Arrows, func(a Arrow) bool {
		return !t.Lanes[a.From].covers(a.Sent) || !t.Lanes[a.To].covers(a.Arrived)
	})
	slices.SortStableFunc(t.Arrows, func(a, b Arrow) int { return cmp.Compare(a.Arrived, b.Arrived) })
	return t
}

// newest returns what a ring still holds of n entries, in order.
func newest[E any](ring []E, n uint64) []E {
	size := uint64(len(ring))
	if n <= size {
		return slices.Clone(ring[:n])
	}
	oldest := n % size
	return append(slices.Clone(ring[oldest:]), ring[:oldest]...)
}

// covers reports whether the worker has a slice at that time.
func (l *Lane) covers(at time.Duration) bool {
	return len(l.Slices) > 0 && l.Slices[0].Begin <= at && at <= l.Slices[len(l.Slices)-1].End
}

func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}
