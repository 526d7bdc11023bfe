package shape

import (
	"fmt"
	"iter"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Layout is the order of objects in memory. It decides which objects share a cache line, and
// what the hardware prefetches. The same graph can take several times as long to mark in
// another layout.
type Layout uint8

const (
	// Alloc is the order of allocation, with garbage between. A fresh heap looks like this
	// under bump allocation.
	Alloc Layout = iota
	// Shuffled is a random permutation. A heap looks like this after a long time with a
	// free-list allocator.
	Shuffled
	// BFS is breadth-first order from the roots. Cheney's copying collector leaves a heap
	// like this ("A Nonrecursive List Compacting Algorithm", CACM 13(11), 1970). Garbage
	// is spread between, in order of allocation.
	BFS
)

var layoutNames = []string{Alloc: "alloc", Shuffled: "shuffled", BFS: "bfs"}

// Layouts returns all layouts, in the order of their values.
func Layouts() []Layout { return []Layout{Alloc, Shuffled, BFS} }

// String returns "alloc", "shuffled" or "bfs".
func (l Layout) String() string {
	if int(l) < len(layoutNames) {
		return layoutNames[l]
	}
	return fmt.Sprintf("Layout(%d)", uint8(l))
}

// ParseLayout returns the layout of that name. The error lists all names.
func ParseLayout(s string) (Layout, error) {
	for i, name := range layoutNames {
		if s == name {
			return Layout(i), nil
		}
	}
	return 0, fmt.Errorf("shape: unknown layout %q: it must be one of %s", s, strings.Join(layoutNames, ", "))
}

// shuffled returns a random permutation of 0 to n-1.
func shuffled(n int, r rng) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	shuffle(order, r)
	return order
}

// shuffle puts what it is given into a random order (Fisher and Yates; Knuth,
// "The Art of Computer Programming", vol. 2, section 3.4.2, algorithm P).
func shuffle[T any](order []T, r rng) {
	for i := len(order) - 1; i > 0; i-- {
		k := r.below(uint64(i) + 1)
		order[i], order[k] = order[k], order[i]
	}
}

// ByBreadth returns the objects of h that can be reached from the roots, in breadth-first
// order, and a function that reports whether an object is among them. T is heap.Ref, or a
// type that stands for it. The slice has room for all objects. ByBreadth takes 4 bytes for
// each object, and a 64th of the arena. h must have passed its Check. Any goroutine may call
// it.
func ByBreadth[T ~uint32](h *heap.Heap) (found []T, has func(heap.Ref) bool) {
	seen := make([]uint64, (h.Granules()+63)/64)
	has = func(obj heap.Ref) bool { return seen[obj/64]>>(obj%64)&1 == 1 }
	found = make([]T, 0, h.NumObjects())
	visit := func(to heap.Ref) {
		if to != heap.Nil && !has(to) {
			seen[to/64] |= 1 << (to % 64)
			found = append(found, T(to))
		}
	}
	for _, root := range h.Roots() {
		visit(root)
	}
	for head := 0; head < len(found); head++ {
		for _, to := range h.Refs(heap.Ref(found[head])) {
			visit(to)
		}
	}
	return found, has
}

// breadthFirst is ByBreadth with ranks in order of address in the place of refs. They take 3/128 of
// the arena besides.
func breadthFirst(h *heap.Heap) []uint32 {
	live, _ := ByBreadth[uint32](h)
	ranks := heap.NewRanks(h)
	for i, r := range live {
		rank, _ := ranks.Of(heap.Ref(r))
		live[i] = uint32(rank)
	}
	return live
}

// betweenGarbage spreads garbage evenly between the live objects. Garbage is every
// object below n that is not among the live ones. Garbage keeps its order.
func betweenGarbage(live []uint32, n int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		s := newSpread(uint64(len(live)), uint64(n-len(live)))
		isLive := make([]uint64, (n+63)/64)
		for _, i := range live {
			isLive[i/64] |= 1 << (i % 64)
		}
		garbage, placed := uint32(0), 0
		for at := range uint32(n) {
			var next uint32
			if placed < len(live) && s.at(uint64(placed)) == at {
				next = live[placed]
				placed++
			} else {
				for isLive[garbage/64]>>(garbage%64)&1 == 1 {
					garbage++
				}
				next = garbage
				garbage++
			}
			if !yield(next) {
				return
			}
		}
	}
}
