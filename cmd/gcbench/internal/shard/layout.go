package shard

import (
	"fmt"
	"iter"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Layout is the order in which a heap is cut into parts. Objects that are near one another in
// this order are mostly in one part.
type Layout uint8

const (
	// Allocation is the order in which the objects lie in the heap.
	Allocation Layout = iota
	// BreadthFirst is the order in which a search by breadth from the roots finds the objects
	// (Cheney, "A Nonrecursive List Compacting Algorithm", CACM 13(11), 1970). Garbage
	// comes last, in its order of address. So parts of garbage alone are never touched.
	BreadthFirst
)

var layoutNames = []string{Allocation: "alloc", BreadthFirst: "bfs"}

// Layouts returns all layouts, in the order of their values.
func Layouts() []Layout { return []Layout{Allocation, BreadthFirst} }

// String returns "alloc" or "bfs", the words of heap/shape.
func (l Layout) String() string {
	if int(l) < len(layoutNames) {
		return layoutNames[l]
	}
	return fmt.Sprintf("Layout(%d)", uint8(l))
}

// ParseLayout returns the layout of that name. If there is none, the error lists all names.
func ParseLayout(name string) (Layout, error) {
	for i, n := range layoutNames {
		if name == n {
			return Layout(i), nil
		}
	}
	return 0, fmt.Errorf("unknown layout %q: it must be one of %s", name, strings.Join(layoutNames, ", "))
}

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
func newOrder(h *heap.Heap, l Layout) *order {
	o := &order{h: h}
	if l == Allocation {
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

// byBreadth returns all objects: first those that can be reached, by breadth. The result also
// serves as the list of objects still to visit.
func byBreadth(h *heap.Heap) []heap.Ref {
	seen := heap.NewBitmap(h.Granules())
	all := make([]heap.Ref, 0, h.NumObjects())
	visit := func(obj heap.Ref) {
		if obj != heap.Nil && seen.TestAndSet(obj) {
			all = append(all, obj)
		}
	}
	for _, root := range h.Roots() {
		visit(root)
	}
	for next := 0; next < len(all); next++ {
		for _, to := range h.Refs(all[next]) {
			visit(to)
		}
	}
	for _, obj := range h.Objects() {
		visit(obj)
	}
	return all
}

// objects iterates over all objects in this order.
func (o *order) objects() iter.Seq[heap.Ref] {
	return func(yield func(heap.Ref) bool) {
		for _, obj := range o.refs {
			if !yield(obj) {
				return
			}
		}
		if o.refs != nil {
			return
		}
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
