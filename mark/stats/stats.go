// Package stats has the types in which a mark tells about itself: how long it took, what each worker did, and
// how far it has come.
//
// Begin with [Mark], which is the field Stats of each result of package mark:
//
//	r, err := mark.Heap(ctx, h, mark.Options{})
//	s := &r.Stats
//	fmt.Println(s.Duration, s.Imbalance(), s.Sum().Deque.ItemsStolen)
//
// [Progress] goes to mark.Options.Progress. All types are plain data.
package stats

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Mark says how a mark went. All times are wall-clock times.
type Mark struct {
	// Duration is the mark time: from when the bitmap and the workers are ready, until the last worker is
	// done.
	Duration time.Duration
	// Marked is how many objects or nodes all workers together have marked.
	Marked uint64
	// Workers has an entry for each worker, by number. Worker 0 is the caller's goroutine.
	Workers []Worker
	// Starved and Hoarded are the idle time of all workers, added up. It is hoarded while another worker
	// holds more than a batch of grey objects that no other worker can take: a defect of the marker. The rest
	// is starved.
	Starved, Hoarded time.Duration
	// Passes is how often a mark in both directions has looked back, and 0 for any other mark. A node that a
	// pass has found counts as scanned, and so does one that was grey when the mark turned back. The counters of
	// deques leave out items that lay in a deque then.
	Passes int
	// Plan is what was decided before the mark began: which workers take part, and which own mark bits.
	Plan tune.Plan
	// Termination is the time from when the last worker ran out of work to the end of the mark.
	Termination time.Duration
	// MarkerBytes is the memory of the Marker in bytes, without its bitmaps. Only owners of mark bits let it
	// grow with a heap, by up to 2 MiB each.
	MarkerBytes int64
}

// Worker has the counts and times of one worker.
type Worker struct {
	Grey
	Part
	Deque stealq.Counters // as the owner of its deque, and as a thief

	Owned

	// Speculation: see [tune.Speculation].
	CursorsStarted     uint64 // lists that cursors have begun to follow
	CursorRounds       uint64 // rounds, in each of which each cursor of the worker makes a step
	CursorRoundsWasted uint64 // of CursorRounds, those after the last harvest that paid
	Lists

	// Busy is the time in which the worker was active, and Idle the rest of the mark. Hoarded is a part of
	// Idle: see [Mark]. A worker charges it only while it is awake.
	Busy, Idle, Hoarded time.Duration
}

// Grey counts grey objects, and where a worker has put and found them.
type Grey struct {
	Marked  uint64 // objects whose mark bit the worker has set
	Scanned uint64 // objects that it has scanned, or opened for all workers; see Mark.Passes
	Batches uint64 // batches scanned

	BlocksOverflowed uint64 // blocks published on the overflow list
	BlocksRecovered  uint64 // blocks taken from the overflow list
	PendingAdded     uint64 // refs put into the pending bitmap
	RefsRecovered    uint64 // refs taken from the pending bitmap
}

// Part counts how a worker took part.
type Part struct {
	Joins uint64 // times the worker became active
	// ExclusiveSpells is how often the worker became the only one that may mark, after the beginning of the
	// mark.
	ExclusiveSpells uint64
	SlicesOpened    uint64 // huge objects opened for all workers
	SlicesAlone     uint64 // huge objects scanned alone, because the table of open ones was full
	ChunksTaken     uint64 // chunks claimed, of huge objects and of the roots
	Wakes           uint64 // sleeping workers that this one has woken
}

// Owned counts references where mark bits have owners: see [tune.Marking].
type Owned struct {
	RefsForwarded  uint64 // references sent to the owners of their bits, RefsSpilt included
	RefsReceived   uint64 // references taken from queues
	RefsSpilt      uint64 // references that did not fit into a queue
	SpillAdded     uint64 // of RefsSpilt, those that were not in the spill bitmap before
	SpillTaken     uint64 // references taken from the spill bitmap
	SlotsPublished uint64 // slots handed over in queues
	SlotsPartial   uint64 // of SlotsPublished, those that were not full
}

// Lists counts what speculation along lists has found: see [tune.Speculation]. A harvest marks objects that
// cursors have found ahead of the marker.
type Lists struct {
	Harvests         uint64        // harvests that have marked objects
	ObjectsHarvested uint64        // objects marked by harvests
	Trial            time.Duration // time spent with cursors before a harvest has paid
}

// Progress says how far a mark has come. mark.Options.Progress gets it.
type Progress struct {
	// Scanned is how many nodes or objects have been scanned, including those of the marks that this one
	// extends. It never falls during a mark. It is a little too low while several workers run, because each
	// reports rarely.
	Scanned uint64
	// Elapsed is the time since the mark began.
	Elapsed time.Duration
}

// Imbalance returns how many objects the busiest worker has scanned, divided by the mean of all workers. It
// is 1 if all did the same, or if nothing was scanned. It is the number of workers if one did everything.
func (s *Mark) Imbalance() float64 {
	most, sum := uint64(0), uint64(0)
	for i := range s.Workers {
		most = max(most, s.Workers[i].Scanned)
		sum += s.Workers[i].Scanned
	}
	if sum == 0 {
		return 1
	}
	return float64(most) * float64(len(s.Workers)) / float64(sum)
}

// Sum returns the counts and times of all workers, added up.
func (s *Mark) Sum() Worker {
	var t Worker
	for i := range s.Workers {
		t.Add(&s.Workers[i])
	}
	return t
}

// Add adds the counts and times of w to those of t.
func (t *Worker) Add(w *Worker) {
	t.Marked += w.Marked
	t.Scanned += w.Scanned
	t.Batches += w.Batches
	t.Joins += w.Joins
	t.ExclusiveSpells += w.ExclusiveSpells
	t.Deque.Add(&w.Deque)
	t.BlocksOverflowed += w.BlocksOverflowed
	t.BlocksRecovered += w.BlocksRecovered
	t.PendingAdded += w.PendingAdded
	t.RefsRecovered += w.RefsRecovered
	t.RefsForwarded += w.RefsForwarded
	t.RefsReceived += w.RefsReceived
	t.RefsSpilt += w.RefsSpilt
	t.SpillAdded += w.SpillAdded
	t.SpillTaken += w.SpillTaken
	t.SlotsPublished += w.SlotsPublished
	t.SlotsPartial += w.SlotsPartial
	t.CursorsStarted += w.CursorsStarted
	t.CursorRounds += w.CursorRounds
	t.CursorRoundsWasted += w.CursorRoundsWasted
	t.Harvests += w.Harvests
	t.ObjectsHarvested += w.ObjectsHarvested
	t.Trial += w.Trial
	t.SlicesOpened += w.SlicesOpened
	t.SlicesAlone += w.SlicesAlone
	t.ChunksTaken += w.ChunksTaken
	t.Wakes += w.Wakes
	t.Busy += w.Busy
	t.Idle += w.Idle
	t.Hoarded += w.Hoarded
}
