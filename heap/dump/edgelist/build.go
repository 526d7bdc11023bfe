package edgelist

import (
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Edge is a reference from one node to another. Both are numbers of nodes, from 0.
type Edge struct{ Source, Target uint32 }

// BuildBytes returns how many bytes of memory [Build] takes at most for so many nodes and
// edges: 24 for each node and 16 for each edge, with the edges that it is given.
func BuildBytes(nodes, edges uint64) uint64 { return 24*nodes + 16*edges }

// Build makes a heap with so many objects without payload, in order of number. The
// references of an object keep the order of their edges. The memory of edges can be freed
// in the middle, if the caller does not hold it. Build fails if an edge or a root names no
// node, and if the heap does not fit: see heap.Builder.Build. Several goroutines may build
// different heaps at once.
func Build(nodes uint64, edges []Edge, roots []uint32) (*heap.Heap, error) {
	ends, targets, err := BySource(nodes, edges)
	if err != nil {
		return nil, err
	}
	p, at := heap.NewPlan(int(nodes)), uint64(0) // the edges are not needed any more
	for _, end := range ends {
		p.Add(0, end-at)
		at = end
	}
	d, err := p.Draft()
	if err != nil {
		return nil, fmt.Errorf("edge list: %w", err)
	}
	at = 0
	for _, end := range ends {
		d.Add(0, targets[at:end]...)
		at = end
	}
	for _, r := range roots {
		d.Root(r)
	}
	h, err := d.Heap()
	if err != nil {
		return nil, fmt.Errorf("edge list: %w", err)
	}
	return h, nil
}

// BySource sorts edges by source, by counting: the targets of node k end at ends[k], and begin
// where those of the node before end. They keep the order of their edges. It takes 8 bytes for
// each node and 4 for each edge. It fails if an edge begins at no node.
func BySource(nodes uint64, edges []Edge) (ends []uint64, targets []uint32, err error) {
	if uint64(len(edges)) > math.MaxInt32 && math.MaxInt == math.MaxInt32 {
		return nil, nil, fmt.Errorf("edge list: %d references do not fit on a 32-bit platform", len(edges))
	}
	// first[k] is where the targets of node k begin. While they are filled in, it is
	// where the next target goes. Afterwards it is where the targets of k end.
	first := make([]uint64, nodes+1)
	for i, e := range edges {
		if uint64(e.Source) >= nodes {
			return nil, nil, fmt.Errorf("edge list: edge %d begins at node %d: there are %d nodes, numbered from 0", i, e.Source, nodes)
		}
		first[e.Source+1]++
	}
	for k := uint64(1); k <= nodes; k++ {
		first[k] += first[k-1]
	}
	targets = make([]uint32, len(edges))
	for _, e := range edges {
		targets[first[e.Source]] = e.Target
		first[e.Source]++
	}
	return first[:nodes], targets, nil
}
