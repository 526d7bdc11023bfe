package shard

import (
	"iter"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Layouts returns the orders in which a heap can be cut into parts: shape.Alloc, in which its objects lie,
// and shape.BFS. Objects that are near one another in this order are mostly in one part. Breadth-first,
// garbage comes last, in its order of address. Parts of garbage alone are therefore never touched.
func Layouts() []shape.Layout { return []shape.Layout{shape.Alloc, shape.BFS} }

// order is the objects of a heap in a layout. An object's address is where it lies if all
// objects lie back to back in this order, from granule 1 on. In order of allocation this is
// its Ref.
type order struct {
	h *heap.Heap
	// The rest is nil in order of allocation.
	refs    []heap.Ref // in the new order
	ranks   *heap.Ranks
	address []heap.Ref // by rank in the heap
}

// newOrder finds the order of a layout. h must have passed its Check. Breadth-first it takes 8
// bytes for each object and 3/128 of the arena's size to keep, and a 64th meanwhile.
func newOrder(h *heap.Heap, l shape.Layout) *order {
	o := &order{h: h}
	if l == shape.Alloc {
		return o
	}
	o.ranks = heap.NewRanks(h)
	o.refs = byBreadth(h)
	o.address = make([]heap.Ref, len(o.refs))
	at := uint64(1)
	for _, obj := range o.refs {
		o.address[o.rank(obj)] = heap.Ref(at)
		_, size, _ := h.Object(obj)
		at += uint64(size)
	}
	return o
}

// byBreadth returns all objects: first those that can be reached, by breadth.
func byBreadth(h *heap.Heap) []heap.Ref {
	all, reached := shape.ByBreadth[heap.Ref](h)
	for _, obj := range h.Objects() {
		if !reached(obj) {
			all = append(all, obj)
		}
	}
	return all
}

// objects iterates over all objects in this order.
func (o *order) objects() iter.Seq[heap.Ref] {
	if o.refs != nil {
		return slices.Values(o.refs)
	}
	return func(yield func(heap.Ref) bool) {
		for _, obj := range o.h.Objects() {
			if !yield(obj) {
				return
			}
		}
	}
}

// at returns the address of an object.
func (o *order) at(obj heap.Ref) uint64 {
	if o.address == nil {
		return uint64(obj)
	}
	return uint64(o.address[o.rank(obj)])
}

// rank returns the rank of an object in the heap. Only a changed order knows it.
func (o *order) rank(obj heap.Ref) uint64 {
	rank, _ := o.ranks.Of(obj)
	return rank
}
