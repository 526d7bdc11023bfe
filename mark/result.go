package mark

import (
	"iter"
	"math/bits"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Result is what a mark found, and how the mark went.
//
// A Result of the functions [Heap] and [Graph] is the caller's own. A Result of a
// [Marker]'s method belongs to that Marker. The Marker's next mark overwrites it, and so
// does one that extends it, such as [Marker.ExtendGraph]. Close does not.
//
// A Result that comes with an error holds a part: everything in it is reachable unless the heap is damaged, but
// not everything reachable is in it.
//
// Any number of goroutines may call its methods at once, but not during the Marker's
// next mark.
type Result struct {
	Stats Stats // how the mark went

	reached   uint64            // how many bits of marks are set
	recorders []*probe.Recorder // of the workers; nil if there is no timeline
	marks     *heap.Bitmap      // a bit for each node, by its number, or for each object, by its Ref
}

// HeapResult is the [Result] of marking a heap.
type HeapResult struct {
	Result
	// Marks is the mark bitmap. The bit of each live object's Ref is set.
	Marks *heap.Bitmap
}

// Has reports whether the node with this number was reached, or the object with this
// Ref.
func (r *Result) Has(id uint32) bool { return r.marks.Has(heap.Ref(id)) }

// Count returns how many nodes or objects were reached.
func (r *Result) Count() uint64 { return r.reached }

// All iterates over what was reached, in ascending order: the numbers of nodes, or
// the Refs of objects.
func (r *Result) All() iter.Seq[uint32] { return ascending(r.marks, 0) }

// Bits returns the mark bitmap: the bit of each node or object that was reached is set. It is valid as
// long as the Result, and nobody may write to it. For a graph of n nodes it has n bits.
func (r *Result) Bits() *heap.Bitmap { return r.marks }

// Unreached iterates over the numbers of the nodes that were not reached, in ascending
// order. What a mark has not reached when it ends with an error may be reachable.
//
// In a [heap.Graph] most numbers belong to no object. [HeapResult].Unreached knows which do.
func (r *Result) Unreached() iter.Seq[uint32] { return ascending(r.marks, ^uint64(0)) }

// Unreached iterates over the Refs of the objects of h that were not reached, in ascending
// order. h is the heap that was marked. What a mark has not reached when it ends with an
// error may be reachable.
func (r *HeapResult) Unreached(h *heap.Heap) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, obj := range h.Objects() {
			if !r.marks.Has(obj) && !yield(uint32(obj)) {
				return
			}
		}
	}
}

// Timeline returns what the workers did, or nil if Options.Timeline is 0. Each call makes a
// new copy. After an error the timeline ends where the mark did.
func (r *Result) Timeline() *timeline.Timeline { return probe.Timeline(r.recorders, r.Stats.Duration) }

// ascending iterates over the bits of a bitmap that are set, or, if flip is all ones, over
// those that are clear.
func ascending(marks *heap.Bitmap, flip uint64) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		words, n := marks.Words(), marks.Len()
		for i := range words {
			for w := words[i].Load() ^ flip; w != 0; w &= w - 1 {
				bit := uint64(i)*64 + uint64(bits.TrailingZeros64(w))
				if bit >= n || !yield(uint32(bit)) {
					return
				}
			}
		}
	}
}

// Stats says how a mark went. All times are those of a clock on the wall.
type Stats struct {
	// Duration is the mark time. It begins when the bitmap and the workers are ready. It ends when the last worker is done.
	Duration time.Duration
	// Marked is how many objects or nodes were marked by all workers together.
	Marked uint64
	// Workers has an entry for each worker, by number. Worker 0 ran on the caller's
	// goroutine.
	Workers []WorkerStats
	// Starved and Hoarded split the workers' idle time. The times of several workers
	// are added up. Hoarded is idle time during which some other worker held more
	// than a batch of grey objects that nobody could take. It is a defect of the
	// marker. Starved is the rest.
	Starved, Hoarded time.Duration
	// Plan is what was decided before the mark began: who took part, and who owned mark bits.
	Plan tune.Plan
	// Termination is the time from when the last worker ran out of work to the end of
	// the mark.
	Termination time.Duration
	// MarkerBytes is the memory of the Marker in bytes, without its bitmaps. It grows with
	// a heap only if mark bits have owners, by up to 2 MiB for each owner.
	MarkerBytes int64
}

// WorkerStats are the counts and times of one worker. The worker keeps them in its
// own memory. They are read when all workers have stopped.
type WorkerStats struct {
	Marked  uint64 // objects whose mark bit this worker has set
	Scanned uint64 // objects that this worker has scanned, or has opened for all workers
	Batches uint64 // batches scanned
	Joins   uint64 // times the worker became active
	// ExclusiveSpells is how often the worker has become the only one that may mark,
	// while the mark went on. The beginning of the mark does not count.
	ExclusiveSpells uint64

	Deque stealq.Counters // of the worker as the owner of its deque, and as a thief

	BlocksOverflowed uint64 // blocks published on the overflow list
	BlocksRecovered  uint64 // blocks taken from the overflow list
	PendingAdded     uint64 // refs put into the pending bitmap
	RefsRecovered    uint64 // refs taken from the pending bitmap

	// With owned mark bits: see [tune.Marking]. RefsForwarded includes RefsSpilt.
	RefsForwarded  uint64 // references sent to the owners of their bits
	RefsReceived   uint64 // references taken from queues
	RefsSpilt      uint64 // references that did not fit into a queue
	SpillAdded     uint64 // of RefsSpilt, those that were not in the second bitmap before
	RefsSwept      uint64 // references taken from the second bitmap
	SlotsPublished uint64 // slots handed over in queues
	SlotsPartial   uint64 // of SlotsPublished, those that were not full

	// Speculation: see [tune.Speculation]. Cursors, rounds and trial are those of this worker.
	CursorsStarted     uint64        // ways that a cursor has begun
	CursorRounds       uint64        // rounds, in each of which each cursor of the worker made a step
	CursorRoundsWasted uint64        // of CursorRounds, those after the last harvest that paid
	Harvests           uint64        // how often shortcuts led to white objects
	ObjectsHarvested   uint64        // objects marked by harvests
	Trial              time.Duration // time spent with cursors before a harvest has paid

	SlicesOpened uint64 // huge objects opened for all workers
	SlicesAlone  uint64 // huge objects that this worker scanned alone, because its table was full
	ChunksTaken  uint64 // chunks claimed, of huge objects and of the roots
	Wakes        uint64 // sleeping workers that this one has woken

	// Busy is the time in which the worker was active. Idle is the rest of the mark.
	// Hoarded is the part of Idle that the worker itself has charged, while it was
	// awake.
	Busy, Idle, Hoarded time.Duration
}

// Imbalance returns how many objects the busiest worker has scanned, divided by the
// mean of all workers. 1 means that all did the same, and the number of workers means
// that one did everything. It is 1 if nothing was scanned.
func (s *Stats) Imbalance() float64 {
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
func (s *Stats) Sum() WorkerStats {
	var t WorkerStats
	for i := range s.Workers {
		w := &s.Workers[i]
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
		t.RefsSwept += w.RefsSwept
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
	return t
}
