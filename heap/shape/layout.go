package shape

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Layout is the order of objects in memory. The same graph can take several times as
// long to mark in another layout. The layout decides what a cache line brings along,
// and what the hardware's prefetcher loads.
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

// ParseLayout returns the layout of that name. If there is none, the error lists all
// names.
func ParseLayout(s string) (Layout, error) {
	for i, name := range layoutNames {
		if s == name {
			return Layout(i), nil
		}
	}
	return 0, fmt.Errorf("shape: unknown layout %q: it must be one of %s", s, strings.Join(layoutNames, ", "))
}

// order returns the builder's objects in order of address. A nil result is the order of
// allocation. While order runs, it takes 4 bytes for each object (BFS: 8).
func (l Layout) order(b *heap.Builder, seed uint64) []uint32 {
	switch l {
	case Shuffled:
		return shuffled(b.Len(), newRNG(seed, layoutStream))
	case BFS:
		return betweenGarbage(breadthFirst(b), b.Len())
	default:
		return nil
	}
}

// shuffled returns a random permutation of 0 to n-1 (Fisher and Yates; Knuth,
// "The Art of Computer Programming", vol. 2, section 3.4.2, algorithm P).
func shuffled(n int, r rng) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	for i := n - 1; i > 0; i-- {
		k := r.below(uint64(i) + 1)
		order[i], order[k] = order[k], order[i]
	}
	return order
}

// breadthFirst returns the reachable objects in breadth-first order. The result also
// serves as the list of objects still to visit.
func breadthFirst(b *heap.Builder) []uint32 {
	seen := make([]uint64, (b.Len()+63)/64)
	queue := make([]uint32, 0, b.Len())
	visit := func(objects []uint32) {
		for _, to := range objects {
			if to != heap.NoObject && seen[to/64]>>(to%64)&1 == 0 {
				seen[to/64] |= 1 << (to % 64)
				queue = append(queue, to)
			}
		}
	}
	visit(b.Roots())
	for head := 0; head < len(queue); head++ {
		visit(b.Refs(queue[head]))
	}
	return queue
}

// betweenGarbage spreads garbage evenly between the live objects. Garbage is every
// object below n that is not among the live ones.
func betweenGarbage(live []uint32, n int) []uint32 {
	const free = math.MaxUint32 // not an index, because heap.MaxObjects is smaller
	s := newSpread(uint64(len(live)), uint64(n-len(live)))
	isLive := make([]uint64, (n+63)/64)
	order := make([]uint32, n)
	for i := range order {
		order[i] = free
	}
	for k, i := range live {
		order[s.at(uint64(k))] = i
		isLive[i/64] |= 1 << (i % 64)
	}
	garbage := uint32(0)
	for at := range order {
		if order[at] != free {
			continue
		}
		for isLive[garbage/64]>>(garbage%64)&1 == 1 {
			garbage++
		}
		order[at] = garbage
		garbage++
	}
	return order
}
