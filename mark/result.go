package mark

import (
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Result is the set of nodes or objects that a mark has reached, and its statistics.
//
// A Result that comes with an error holds a part: everything in it is reachable unless the
// heap is damaged, but not everything reachable is in it.
//
// A Result of the functions [Heap] and [Graph] is the caller's. A Result of a [Marker]'s
// method is overwritten by the Marker's next mark or extension, but not by Close. Any number
// of goroutines may call its methods at once until then.
type Result struct {
	Stats stats.Mark // how the mark went

	reached uint64        // how many bits of found.Marks are set
	found   *engine.Found // the bits, and what the workers have recorded
}

// HeapResult is the [Result] of marking a heap.
type HeapResult struct {
	Result
	// Marks is the mark bitmap. The bit of each live object's Ref is set.
	Marks *heap.Bitmap
}

// Has reports whether the node with this number, or the object with this Ref, was reached.
func (r *Result) Has(id uint32) bool { return r.found.Marks.Has(heap.Ref(id)) }

// Count returns how many nodes or objects were reached.
func (r *Result) Count() uint64 { return r.reached }

// All iterates over the numbers of the nodes, or the Refs of the objects, that were reached,
// in ascending order.
func (r *Result) All() iter.Seq[uint32] { return r.found.Marks.All(true) }

// Bits returns the mark bitmap, in which the bit of each node or object that was reached is
// set. It is valid as long as the Result, and no goroutine may write to it. For a graph of n
// nodes it has n bits.
func (r *Result) Bits() *heap.Bitmap { return &r.found.Marks }

// MarshalJSON returns the numbers of [Result.All] as an array. It takes up to 11 bytes for
// each. Stats has its JSON by itself.
func (r *Result) MarshalJSON() ([]byte, error) { return r.found.Marks.MarshalJSON() }

// Unreached iterates over the numbers of the nodes that were not reached, in ascending order.
// After an error some of them may be reachable. In a [heap.Graph] most of them belong to no
// object: see [HeapResult.Garbage].
func (r *Result) Unreached() iter.Seq[uint32] { return r.found.Marks.All(false) }

// Garbage iterates over the Refs of the objects of h that were not reached, in ascending
// order. h is the heap that was marked. After an error some of them may be reachable.
func (r *HeapResult) Garbage(h *heap.Heap) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, obj := range h.Objects() {
			if !r.found.Marks.Has(obj) && !yield(uint32(obj)) {
				return
			}
		}
	}
}

// Timeline returns a copy of what the workers did, or nil if Options.Timeline is 0. After an
// error the timeline ends where the mark did.
func (r *Result) Timeline() *timeline.Timeline {
	return probe.Timeline(r.found.Recorders, r.Stats.Duration)
}
