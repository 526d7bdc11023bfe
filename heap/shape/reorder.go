package shape

import (
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Order returns objects of h in the order of this layout, for [Reorder]: all of them for
// Alloc, which is the order of h, and for Shuffled, and the reachable ones for BFS. It takes
// 4 bytes for each object, and a 64th of the arena for BFS. h must have passed its Check. Any
// goroutine may call it.
func (l Layout) Order(h *heap.Heap, seed uint64) []heap.Ref {
	if l == BFS {
		live, _ := ByBreadth[heap.Ref](h)
		return live
	}
	all := make([]heap.Ref, 0, h.NumObjects())
	for _, obj := range h.Objects() {
		all = append(all, obj)
	}
	if l == Shuffled {
		shuffle(all, newRNG(seed, layoutStream))
	}
	return all
}

// Reorder returns a heap with the objects of h in another order of address. first has some of
// them, each once. The others lie evenly between these, in the order of h. For example, first
// may be the [Layout.Order], or the live objects in the order of a mark, which is how a
// moving collector would leave them.
//
// The new heap has an arena of the same size. Reorder takes 8 bytes for each object besides,
// and 3/128 of the arena. The ranks of objects change, and so does the [heap.Digest] of a set
// of them. The error says that first names an object twice, or what is no object. h must have
// passed its Check. Any goroutine may call Reorder.
func Reorder(h *heap.Heap, first iter.Seq[heap.Ref]) (*heap.Heap, error) {
	n := int(h.NumObjects())
	ranks := heap.NewRanks(h)
	order := make([]uint32, 0, n)
	for obj := range first {
		rank, ok := ranks.Of(obj)
		if !ok || len(order) == n {
			return nil, fmt.Errorf("shape: entry %d of the order is granule %d: it must have each of %d objects once at most", len(order), obj, n)
		}
		order = append(order, uint32(rank))
	}
	plan := heap.NewPlan(n)
	for _, obj := range h.Objects() {
		refs, size, _ := h.Object(obj)
		plan.Add(payloadOf(refs, size), uint64(refs))
	}
	if len(order) > 0 {
		if err := plan.Order(betweenGarbage(order, n)); err != nil {
			return nil, err
		}
	}
	d, err := plan.Draft()
	if err != nil {
		return nil, err
	}
	return copyInto(d, h, ranks)
}

// payloadOf returns the bytes that an object has beside its header and its references. size is in granules.
func payloadOf(refs, size uint32) uint64 {
	return (uint64(size) - 1 - (uint64(refs)+1)/2) * heap.GranuleBytes
}

// copyInto fills in a draft with the objects of h.
func copyInto(d *heap.Draft, h *heap.Heap, ranks *heap.Ranks) (*heap.Heap, error) {
	index := func(to heap.Ref) uint32 {
		if to == heap.Nil {
			return none
		}
		rank, _ := ranks.Of(to)
		return uint32(rank)
	}
	var targets []uint32
	for _, obj := range h.Objects() {
		refs, size, _ := h.Object(obj)
		targets = targets[:0]
		for _, to := range h.Refs(obj) {
			targets = append(targets, index(to))
		}
		d.Add(payloadOf(refs, size), targets...)
	}
	for _, root := range h.Roots() {
		if root != heap.Nil {
			d.Root(index(root))
		}
	}
	return d.Heap()
}
