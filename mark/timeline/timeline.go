// Package timeline has the types that say what each worker of package mark did during a mark, and when. They
// are plain data, for programs that draw them.
//
// Set mark.Options.Timeline to the number of slices to keep for each worker, and call the method Timeline of
// the result:
//
//	r, err := mark.Graph(ctx, g, roots, mark.Options{Timeline: 10_000})
//	for worker, lane := range r.Timeline().Lanes {
//		for _, slice := range lane.Slices {
//			fmt.Println(worker, slice.Begin, slice.End, slice.Activity)
//		}
//	}
//
// Two drawings come with the module. "gcbench run --timeline" writes timelines for trace viewers, and
// "gcbench report" shows them on a page.
package timeline

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Timeline says what each worker did during a mark. All times are durations since the mark began.
type Timeline struct {
	// Duration is the mark time, as in stats.Mark.
	Duration time.Duration
	// Lanes has an entry for each worker, by number.
	Lanes []Lane
	// Arrows are what went from one worker to another, in the order of arrival. Each of the two workers has a
	// slice at its end of an arrow.
	Arrows []Arrow
}

// Lane says what one worker did.
type Lane struct {
	// Slices are in the order of time, and do not overlap. Together they cover the mark. If Dropped is not 0,
	// the beginning is missing.
	Slices []Slice
	// Dropped is how many slices came before these. mark.Options.Timeline had no room for them.
	Dropped uint64
}

// Slice is a time during which a worker did one thing. Batches of one activity are joined, up to some 20 µs.
type Slice struct {
	Begin, End time.Duration
	Activity   Activity
	// Outcome and Victim are those of ActivitySteal: how the last attempt ended, and which worker was asked.
	// Attempts in a row that fail in the same way are one slice. Victim is -1 in other slices.
	Outcome stealq.Outcome
	Victim  int32
	// Attempts is the number of steals in the slice. In slices of other activities it is the number of rounds
	// of the worker's cursors: see tune.Speculation.
	Attempts uint32
	// Objects is how many objects were scanned.
	Objects uint32
	// Items is what the worker took up. With ActivitySteal these are items of the victim's deque. Otherwise
	// they are refs: from the overflow list, the pending bitmap, or other workers that forwarded them.
	Items uint32
	// Harvested is how many objects harvests have marked: see tune.Speculation.
	Harvested uint32
	// Overflowed is how many blocks and refs the worker has put on the overflow list and into the pending
	// bitmap. Forwarded is how many references it has sent to the owners of their mark bits.
	Overflowed, Forwarded uint32
	// Private is how many grey refs of the worker no other worker could take at End. Deque is how many items
	// its deque held then.
	Private, Deque uint32
}

// Arrow is something that went from one worker to another.
type Arrow struct {
	Kind     ArrowKind
	From, To int32 // numbers of workers
	// Sent is when the attempt to steal began, or when the sender published the references. Arrived is when
	// the thief had the items, or when the references were taken up.
	Sent, Arrived time.Duration
	Count         uint32 // items of a deque, or references
}

// ArrowKind says what an arrow carries.
type ArrowKind uint8

const (
	ArrowSteal   ArrowKind = iota // items, from victim to thief
	ArrowForward                  // references, to the owner of their bits or to a worker that takes them back
)

var arrowNames = []string{"steal", "forward"}

// String returns the name of the kind.
func (k ArrowKind) String() string { return nameOf(arrowNames, k) }

// Activity is what a worker does.
type Activity uint8

const (
	// ActivityScan: the worker scans grey objects, or a chunk of the roots or of a huge object.
	ActivityScan Activity = iota
	// ActivityAlone: it scans, and no other worker may mark at that time.
	ActivityAlone
	// ActivitySteal: it has no work, and tries to steal.
	ActivitySteal
	// ActivityOverflow and ActivityPending: it had no work, and took a block of the overflow list, or refs of
	// the pending bitmap.
	ActivityOverflow
	ActivityPending
	// ActivityLook: it is idle, and looks for work.
	ActivityLook
	// ActivityAwait: it is idle, and then receives references to its own mark bits.
	ActivityAwait
	// ActivitySleep: it is idle, and sleeps until another worker wakes it.
	ActivitySleep
	// ActivitySpeculate: it is idle, and looks for the rest of a list: see tune.Speculation.
	ActivitySpeculate
)

var activityNames = []string{"scan", "alone", "steal", "overflow", "pending", "look", "await", "sleep", "speculate"}

// String returns the name of the activity.
func (a Activity) String() string { return nameOf(activityNames, a) }

// Idle reports whether stats.Worker counts the activity as idle.
func (a Activity) Idle() bool { return a >= ActivityLook }

// nameOf is the name of a kind or of an activity.
func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}
