package heap

import "fmt"

// Graph is a heap as a graph whose nodes have numbers: the number of an object is its Ref. So
// it is a mark.Digraph, and whatever finds paths, levels or sets of nodes in a graph does so
// in a heap. Make one with [Heap.Graph]. Any number of goroutines may call its methods.
//
// Most numbers below NumNodes belong to no object, because an object has one granule of 8
// bytes at least and most have more. Nothing leads to these numbers.
type Graph struct{ heap *Heap }

// Graph returns the heap as a graph. It copies nothing.
func (h *Heap) Graph() Graph { return Graph{h} }

// Heap returns the heap that this graph shows.
func (g Graph) Heap() *Heap { return g.heap }

// NumNodes returns the length of the arena in granules: every Ref is below it.
func (g Graph) NumNodes() int { return int(g.heap.Granules()) }

// AppendSuccessors appends the references of the object at node that are not nil, in their
// order. It panics with an error if no object can be there, which is so only in a damaged
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

// Roots returns the heap's roots as numbers of nodes, in a slice of the caller's own.
func (g Graph) Roots() []uint32 {
	roots := make([]uint32, 0, len(g.heap.Roots()))
	for _, r := range g.heap.Roots() {
		if r != Nil {
			roots = append(roots, uint32(r))
		}
	}
	return roots
}
