// Package stats is what a mark tells about itself: how long it took, what each worker did, how far it
// has come. Package mark hands these values out, in Result.Stats and to Options.Progress.
package stats

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Mark says how a mark went. All times are those of a clock on the wall.
type Mark struct {
	// Duration is the mark time. It begins when the bitmap and the workers are ready. It ends when the last worker is done.
	Duration time.Duration
	// Marked is how many objects or nodes were marked by all workers together.
	Marked uint64
	// Workers has an entry for each worker, by number. Worker 0 ran on the caller's
	// goroutine.
	Workers []Worker
	// Starved and Hoarded split the workers' idle time. The times of several workers
	// are added up. Hoarded is idle time during which some other worker held more than
	// a batch of grey objects that no other worker could take. It is a defect of the
	// marker. Starved is the rest.
	Starved, Hoarded time.Duration
	// Passes is how often a mark in both directions has looked back. It is 0 for any other mark. A node that a pass
	// has found counts as scanned, and so does one that was grey when the mark turned back. An item that was in a deque then is
	// not in their counts.
	Passes int
	// Plan is what was decided before the mark began: who took part, and who owned mark bits.
	Plan tune.Plan
	// Termination is the time from when the last worker ran out of work to the end of
	// the mark.
	Termination time.Duration
	// MarkerBytes is the memory of the Marker in bytes, without its bitmaps. It grows with
	// a heap only if mark bits have owners, by up to 2 MiB for each owner.
	MarkerBytes int64
}

// Worker is the counts and times of one worker. The worker keeps them in its
// own memory. They are read when all workers have stopped.
type Worker struct {
	Grey
	Part
	Deque stealq.Counters // of the worker as the owner of its deque, and as a thief

	Owned

	// Speculation: see [tune.Speculation]. Cursors, rounds and trial are those of this worker.
	CursorsStarted     uint64 // ways that a cursor has begun
	CursorRounds       uint64 // rounds, in each of which each cursor of the worker made a step
	CursorRoundsWasted uint64 // of CursorRounds, those after the last harvest that paid
	Lists

	// Busy is the time in which the worker was active. Idle is the rest of the mark.
	// Hoarded is the part of Idle that the worker itself has charged, while it was
	// awake.
	Busy, Idle, Hoarded time.Duration
}

// Grey counts grey objects, and where a worker has put and found them.
type Grey struct {
	Marked  uint64 // objects whose mark bit the worker has set, and which it has pushed
	Scanned uint64 // objects that it has scanned, or has opened for all workers; with Mark.Passes see there
	Batches uint64 // batches scanned

	BlocksOverflowed uint64 // blocks published on the overflow list
	BlocksRecovered  uint64 // blocks taken from the overflow list
	PendingAdded     uint64 // refs put into the pending bitmap
	RefsRecovered    uint64 // refs taken from the pending bitmap
}

// Part is how a worker took part.
type Part struct {
	Joins uint64 // times the worker became active
	// ExclusiveSpells is how often the worker has become the only one that may mark,
	// while the mark went on. The beginning of the mark does not count.
	ExclusiveSpells uint64
	SlicesOpened    uint64 // huge objects opened for all workers
	SlicesAlone     uint64 // huge objects that this worker scanned alone, because its table was full
	ChunksTaken     uint64 // chunks claimed, of huge objects and of the roots
	Wakes           uint64 // sleeping workers that this one has woken
}

// Owned counts references where mark bits have owners: see [tune.Marking]. RefsForwarded includes RefsSpilt.
type Owned struct {
	RefsForwarded  uint64 // references sent to the owners of their bits
	RefsReceived   uint64 // references taken from queues
	RefsSpilt      uint64 // references that did not fit into a queue
	SpillAdded     uint64 // of RefsSpilt, those that were not in the spill bitmap before
	SpillTaken     uint64 // references taken from the spill bitmap
	SlotsPublished uint64 // slots handed over in queues
	SlotsPartial   uint64 // of SlotsPublished, those that were not full
}

// Lists counts what shortcuts along lists have brought: see [tune.Speculation].
type Lists struct {
	Harvests         uint64        // how often shortcuts led to white objects
	ObjectsHarvested uint64        // objects marked by harvests
	Trial            time.Duration // time spent with cursors before a harvest has paid
}

// Progress is how far a mark has come. mark.Options.Progress is told it.
type Progress struct {
	// Scanned is how many nodes or objects have been scanned, with those of the marks that this
	// one extends. It never falls during a mark.
	// While several workers run it is a little too low, because each of them says rarely
	// how many it has scanned.
	Scanned uint64
	// Elapsed is the time since the mark began.
	Elapsed time.Duration
}

// Imbalance returns how many objects the busiest worker has scanned, divided by the
// mean of all workers. 1 means that all did the same, and the number of workers means
// that one did everything. It is 1 if nothing was scanned.
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
