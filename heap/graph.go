package heap

import "fmt"

// Graph is a heap as a graph with numbered nodes, for all functions that take a mark.Digraph.
// The number of an object is its [Ref]. Make one with [Heap.Graph]. Any number of goroutines
// may call its methods.
//
// Most numbers below NumNodes belong to no object, and nothing leads to them: an object has
// one granule at least, and most have more.
type Graph struct{ heap *Heap }

// Graph returns the heap as a graph. It copies nothing.
func (h *Heap) Graph() Graph { return Graph{h} }

// Heap returns the heap that this graph shows.
func (g Graph) Heap() *Heap { return g.heap }

// NumNodes returns the length of the arena in granules. Every Ref is below it.
func (g Graph) NumNodes() int { return int(g.heap.Granules()) }

// AppendSuccessors appends the references of the object at node that are not nil, in their
// order. It panics with an error if no object can be there. This happens only in a damaged
// heap: see [Heap.Check].
func (g Graph) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	if _, _, ok := g.heap.Object(Ref(node)); !ok {
		panic(fmt.Errorf("heap: a reference leads to granule %d, where no object can be: check the heap before it is marked", node))
	}
	for _, to := range g.heap.Refs(Ref(node)) {
		if to != Nil {
			buf = append(buf, uint32(to))
		}
	}
	return buf
}

// Roots returns the heap's roots that are not nil as numbers of nodes. The slice is a copy.
func (g Graph) Roots() []uint32 {
	roots := make([]uint32, 0, len(g.heap.Roots()))
	for _, r := range g.heap.Roots() {
		if r != Nil {
			roots = append(roots, uint32(r))
		}
	}
	return roots
}
