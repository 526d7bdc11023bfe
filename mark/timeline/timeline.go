// Package timeline is what the workers of package mark did during a mark, and when. It is plain
// data, for programs that draw it.
//
// mark.Options.Timeline asks for a timeline, and the method Timeline of mark.Result returns it. The
// example of that method reads one.
//
// Two drawings come with the module. gcbench run --timeline writes timelines for trace viewers, and
// gcbench report shows them on a page.
package timeline

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline is what each worker did during a mark, and when. All times are since the mark began.
type Timeline struct {
	// Duration is the mark time, as in stats.Mark.
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
	// (mark.Options.Timeline).
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
	// rounds the worker's cursors have made (see Speculation in package mark/tune).
	Attempts uint32
	// Objects is how many objects were scanned.
	Objects uint32
	// Items is what was taken up. With ActivitySteal these are items of the victim's deque.
	// Otherwise they are refs: from the overflow list, from the pending bitmap, or from other
	// workers that have sent them to the owner of their bits.
	Items uint32
	// Harvested is how many objects were marked by harvests (see Speculation in package mark/tune).
	Harvested uint32
	// Overflowed is how many blocks went to the overflow list, and refs to the pending
	// bitmap. Forwarded is how many references were sent to the owners of their bits.
	Overflowed, Forwarded uint32
	// Private is how many grey refs no other worker could take at End. Deque is how many
	// items the worker's deque then held.
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
	// ActivityAlone is ActivityScan while the worker holds the exclusive bit: no other
	// worker may mark.
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
	// ActivitySpeculate: it is idle, and looks for the rest of a list (see Speculation in
	// package mark/tune).
	ActivitySpeculate
)

var activityNames = []string{"scan", "alone", "steal", "overflow", "pending", "look", "await", "sleep", "speculate"}

// String returns the name of the activity.
func (a Activity) String() string { return nameOf(activityNames, a) }

// Idle reports whether the time counts as idle in stats.Worker.
func (a Activity) Idle() bool { return a >= ActivityLook }

// nameOf is the name of a kind or of an activity.
func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}
