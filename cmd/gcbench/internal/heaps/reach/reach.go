// Package reach answers what can be reached in a heap, how far away it is, and on which path.
package reach

import (
	"context"
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// Query is a question about a heap. Nodes are Refs, as in heap.Graph.
type Query struct {
	Roots     []uint32 // where to begin
	Reverse   bool     // follow references backwards
	Distances bool     // find how far away each object is
	Why       []uint32 // find paths to these objects, and nothing else
}

// Answer is what [Find] has found.
type Answer struct {
	set       interface{ Has(uint32) bool }
	Count     uint64           // objects that are reached; 0 if Query.Why is not empty
	Distances *reach.Distances // nil if Query.Distances is false, or Query.Why is not empty
	Paths     [][]uint32       // of each of Query.Why: from a root to the object, nil if it is not reached
}

// Has reports whether the object is reached. It may be called if Query.Why is empty.
func (a *Answer) Has(ref heap.Ref) bool {
	if a.Distances != nil {
		_, ok := a.Distances.Of(uint32(ref))
		return ok
	}
	return a.set.Has(uint32(ref))
}

// Find answers q for h, which must have passed heap.Heap.Check. It uses all processors. The
// error says that ctx was cancelled.
func Find(ctx context.Context, h *heap.Heap, q Query) (*Answer, error) {
	var g mark.Digraph = h.Graph()
	if q.Reverse {
		reversed, err := mark.AdjacencyFromEdges(g.NumNodes(), backwards(h))
		if err != nil {
			return nil, err
		}
		g = reversed
	}
	a := &Answer{}
	var err error
	switch {
	case len(q.Why) > 0:
		a.Paths, err = reach.Paths(ctx, g, q.Roots, q.Why, mark.Options{})
	case q.Distances:
		if a.Distances, err = reach.Levels(ctx, g, q.Roots, mark.Options{}); err == nil {
			a.Count = a.Distances.Count()
		}
	default:
		var marked *mark.Result
		if marked, err = mark.Graph(ctx, g, q.Roots, mark.Options{}); err == nil {
			a.set, a.Count = marked, marked.Count()
		}
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// backwards yields each reference of h from its target to its source.
func backwards(h *heap.Heap) iter.Seq2[uint32, uint32] {
	return func(yield func(uint32, uint32) bool) {
		for _, obj := range h.Objects() {
			for _, to := range h.Refs(obj) {
				if to != heap.Nil && !yield(uint32(to), uint32(obj)) {
					return
				}
			}
		}
	}
}

// Bytes estimates how many bytes of memory Find takes for q, besides h.
func Bytes(h *heap.Heap, q Query) uint64 {
	nodes := h.Granules()
	bytes := nodes / 2 // bitmaps
	if len(q.Why) > 0 {
		bytes += 4 * h.NumObjects()
	}
	if q.Distances {
		bytes += 4*nodes + 4*h.NumObjects()
	}
	if q.Reverse {
		bytes += 8*nodes + 4*h.NumEdges()
	}
	return bytes
}
