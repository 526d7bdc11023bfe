// Package chains says on which chains of classes the reachable objects of a heap hang: the classes on a shortest path from a
// root. Objects with the same chain are held in the same way, so a few chains say why thousands of objects are alive.
package chains

import (
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// longest is how many classes a chain has at most. All that follows is one class, cut.
const (
	longest = 30
	cut     = math.MaxUint32
)

// step is a class in a chain. Chains share their beginnings.
type step struct {
	before uint32 // the step before, 0 for a root
	class  uint32
	depth  int
	root   string // the root's words, if before is 0
}

// Trie has chains: from New those of all reachable objects, and then it does not change any more.
type Trie struct {
	names []string // of classes
	steps []step   // from 1 up
	next  map[step]uint32
	one   []bool   // classes of a single object
	chain []uint32 // by Ref: the last step of the object's chain, 0 if the object is not reachable
}

// Empty returns a Trie that has no chains yet. Extend makes them, in one goroutine.
func Empty(table *classes.Table) *Trie { return empty(table, func(heap.Ref, uint32) {}) }

// empty is Empty, and tells the class of each object.
func empty(table *classes.Table, tell func(ref heap.Ref, class uint32)) *Trie {
	t := &Trie{names: table.Names, steps: make([]step, 1), next: map[step]uint32{}}
	count := make([]uint64, len(table.Names))
	for ref, o := range table.All {
		tell(ref, o.Class)
		count[o.Class]++
	}
	for _, n := range count {
		t.one = append(t.one, n == 1)
	}
	return t
}

// New searches the heap by breadth. An object's chain is that of the object from which it was found, and its own class. A
// class that comes back leads back to its earlier place in the chain, so a list of nodes is one node. But nothing leads back
// beyond a class with one object, for such an object is part of no list. It names what it holds: in Java the class whose
// static field begins a second list.
//
//	objects  loader, list, array, class Bus, list, array, listener, listener
//	chain    loader, list, array, class Bus, list, array, listener
//
// Root says in words what holds a root. It takes 8 bytes for each granule of the arena and 4 for each live object; half of
// the 8 stay.
func New(h *heap.Heap, table *classes.Table, root func(heap.Ref) string) *Trie {
	classOf := make([]uint32, h.Granules())
	t := empty(table, func(ref heap.Ref, class uint32) { classOf[ref] = class })
	t.chain = ByBreadth(h, func(_ int, ref heap.Ref) uint32 { return t.step(step{class: classOf[ref], root: root(ref)}) },
		func(chain uint32, to heap.Ref) uint32 { return t.Extend(chain, classOf[to]) })
	return t
}

// Of returns the number of the chain of the object at ref, 0 if the object is not reachable.
func (t *Trie) Of(ref heap.Ref) uint32 { return t.chain[ref] }

// Chain returns the chain with this number, which is not 0: what holds its root, and its classes.
func (t *Trie) Chain(number uint32) (root string, classes []string) {
	for at := number; at != 0; at = t.steps[at].before {
		name := "…"
		if class := t.steps[at].class; class != cut {
			name = t.names[class]
		}
		classes = append(classes, name)
		root = t.steps[at].root
	}
	slices.Reverse(classes)
	return root, classes
}

// step returns the number of a step.
func (t *Trie) step(s step) uint32 {
	n, known := t.next[s]
	if !known {
		n = uint32(len(t.steps))
		t.steps = append(t.steps, s)
		t.next[s] = n
	}
	return n
}

// Extend returns the chain with one class more, or its beginning if the class is in it since the last one of a single object. 0 is
// the empty chain.
func (t *Trie) Extend(chain, class uint32) uint32 {
	if t.steps[chain].class == cut {
		return chain
	}
	for at := chain; at != 0; at = t.steps[at].before {
		if t.steps[at].class == class {
			return at
		}
		if t.one[t.steps[at].class] {
			break
		}
	}
	depth := t.steps[chain].depth + 1
	if depth == longest {
		class = cut
	}
	return t.step(step{before: chain, class: class, depth: depth})
}

// ByBreadth finds all that is reachable. It returns for each granule where a reachable object begins what first says of a
// root, or further of what was found from an object: of which it has what has been said, which is not 0. It takes 4 bytes
// for each granule and 4 for each live object.
func ByBreadth(h *heap.Heap, first func(i int, root heap.Ref) uint32, further func(said uint32, to heap.Ref) uint32) []uint32 {
	all := make([]uint32, h.Granules())
	var found []heap.Ref
	for i, root := range h.Roots() {
		if all[root] == 0 {
			all[root] = first(i, root)
			found = append(found, root)
		}
	}
	for next := 0; next < len(found); next++ {
		for _, to := range h.Refs(found[next]) {
			if to != heap.Nil && all[to] == 0 {
				all[to] = further(all[found[next]], to)
				found = append(found, to)
			}
		}
	}
	return all
}
