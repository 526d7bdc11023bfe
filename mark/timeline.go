package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline is what each worker did during a mark, and when. It is plain data, for programs
// that draw it. All times are since the mark began.
type Timeline struct {
	// Duration is the mark time, as in [Stats].
	Duration time.Duration
	// Grain is how many refs an item of a deque holds at most.
	Grain int
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
	// Dropped is how many slices there were before these. The worker had no room for them.
	Dropped uint64
}

// Slice is a time during which a worker did one thing. Batches of the same activity are
// joined up to some 20 µs.
type Slice struct {
	Begin, End time.Duration
	Activity   Activity
	// Outcome and Victim are those of ActivitySteal: how the last attempt ended, and who was
	// asked. Attempts that have failed in the same way, one after the other, are one slice.
	// Victim is -1 in other slices.
	Outcome stealq.Outcome
	Victim  int32
	// Attempts is how many steals the slice joins; with ActivitySpeculate it is how many
	// rounds of cursors.
	Attempts uint32
	// Objects is how many objects were scanned.
	Objects uint32
	// Items is what was taken up: items of a victim's deque; or refs from the overflow list,
	// from the pending bitmap, or from queues between owners.
	Items uint32
	// Harvested is how many objects were marked by harvests (see Speculation).
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
	// Sent is when the victim lost the items, or the sender published the references.
	// Arrived is when the thief had the items, or the owner took the references up.
	Sent, Arrived time.Duration
	Count         uint32 // items of a deque, or references
}

// ArrowKind says what an arrow carries.
type ArrowKind uint8

const (
	ArrowSteal   ArrowKind = iota // items, from victim to thief
	ArrowForward                  // references, to the owner of their bits
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
	// ActivityReceive: it had nothing, and took up references that were sent to it as the
	// owner of their bits.
	ActivityReceive
	// ActivityLook: it is idle, and looks whether there is work.
	ActivityLook
	// ActivityAwait is ActivityLook that ended because references were sent to this worker.
	ActivityAwait
	// ActivitySleep: it is idle, and is parked.
	ActivitySleep
	// ActivitySpeculate: it is idle, and looks for the rest of a list (see Speculation).
	ActivitySpeculate
)

var activityNames = []string{"scan", "alone", "steal", "overflow", "pending", "receive", "look", "await", "sleep", "speculate"}

// String returns the name of the activity.
func (a Activity) String() string { return nameOf(activityNames, a) }

// Idle reports whether the time counts as idle in [WorkerStats].
func (a Activity) Idle() bool { return a >= ActivityLook }
