package mark

import (
	"iter"
	"math/bits"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Result is what a mark found, and how. A Result belongs to the [Marker] that returned
// it, and that Marker's next mark overwrites it. Results of the functions [Heap] and
// [Graph] are the caller's own.
//
// A Result that comes with an error holds a part: everything in it is reachable, but not
// everything reachable is in it.
type Result struct {
	Stats Stats // how the mark went

	marks *heap.Bitmap // a bit for each node, by number, or for each object, by Ref
}

// HeapResult is the Result of marking a heap.
type HeapResult struct {
	Result
	// Marks is the mark bitmap: the bit of each live object's Ref is set.
	Marks *heap.Bitmap
}

// Has reports whether the node was reached, or the object with this Ref. Any goroutine may call it.
func (r *Result) Has(id uint32) bool { return r.marks.Has(heap.Ref(id)) }

// Count returns the number of nodes or objects reached.
func (r *Result) Count() uint64 { return r.Stats.Marked }

// All iterates over what was reached, in ascending order.
func (r *Result) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		words := r.marks.Words()
		for i := range words {
			for w := words[i].Load(); w != 0; w &= w - 1 {
				if !yield(uint32(i*64 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Stats says how a mark went. Times are wall-clock.
type Stats struct {
	// Duration is the mark time: from a cleared bitmap and workers ready to
	// start, to the last worker done.
	Duration time.Duration
	// Marked is the number of objects marked, the sum over the workers.
	Marked uint64
	// Workers has an entry for each worker.
	Workers []WorkerStats
	// Starved and Hoarded split the workers' idle time: hoarded is idle time
	// during which some other worker held more than a batch of grey objects
	// that nobody could take; the rest is starved.
	Starved, Hoarded time.Duration
	// Termination is the time from when the last worker ran out of work to
	// the end of the mark.
	Termination time.Duration
	// MarkerBytes is the marker's memory, bitmaps aside. It does not grow
	// with the heap.
	MarkerBytes int64
}

// WorkerStats are one worker's counts. They are kept in the worker's own
// memory and read when all workers have stopped.
type WorkerStats struct {
	Marked  uint64 // objects whose bit this worker set
	Scanned uint64 // objects this worker scanned, or opened for slicing
	Batches uint64 // scans of a batch
	Joins   uint64 // times the worker became active

	Deque stealq.Counters // of the worker's deque; as thief, too

	BlocksOverflowed uint64 // blocks published on the overflow list
	BlocksRecovered  uint64 // blocks taken from it
	RefsPended       uint64 // refs put into the pending bitmap
	RefsRecovered    uint64 // refs taken from it

	SlicesOpened uint64 // huge objects opened for all workers
	SlicesAlone  uint64 // huge objects sliced by one worker, the table being full
	ChunksTaken  uint64 // chunks of huge objects and of the roots claimed
	Wakes        uint64 // sleeping workers woken by this one

	Busy, Idle, Hoarded time.Duration
}

// Imbalance is the busiest worker's scanned objects over the mean: 1 is even,
// the number of workers is one worker doing everything. 1 if nothing was
// scanned.
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

// Sum returns the counts of all workers together.
func (s *Stats) Sum() WorkerStats {
	var t WorkerStats
	for i := range s.Workers {
		w := &s.Workers[i]
		t.Marked += w.Marked
		t.Scanned += w.Scanned
		t.Batches += w.Batches
		t.Joins += w.Joins
		t.Deque.Add(&w.Deque)
		t.BlocksOverflowed += w.BlocksOverflowed
		t.BlocksRecovered += w.BlocksRecovered
		t.RefsPended += w.RefsPended
		t.RefsRecovered += w.RefsRecovered
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
