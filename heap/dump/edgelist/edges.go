package edgelist

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Nearly all files have their lines in the order of sources. As long as this is so, an edge is
// its target alone, and a source is the number of its edges. From the first line that is out of
// order, edges are stored whole. All edges lie in blocks, because a slice that grows is copied.
//
//	lines      0 1   0 3   2 0 │ 1 2   3 0
//	degrees    2     0     1   │
//	targets    1 3         0   │
//	rest                       │ {1 2} {3 0}

// edge is a reference from one node to another. Both are numbers of nodes, from 0.
type edge struct{ source, target uint32 }

// Edges makes a heap of edges that come in any order. It takes least memory if they come in
// the order of their sources. The zero value is ready to use. It belongs to one goroutine.
type Edges struct {
	degrees [][]uint32 // of the edges in order, by source
	nodes   uint64     // number of degrees
	targets [][]uint32
	rest    [][]edge
	count   uint64
}

// blockEdges is how many edges a block has.
const blockEdges = 1 << 16

// Count returns how many edges were added.
func (g *Edges) Count() uint64 { return g.count }

// Add appends an edge from one node to another. Both are numbers of nodes, from 0.
func (g *Edges) Add(source, target uint32) {
	g.count++
	// A number in a short file may be large, so degrees grow with the number of edges.
	if inOrder := uint64(source)+1 >= g.nodes; !inOrder || len(g.rest) > 0 || uint64(source) > FreeNodes/1024+NodesPerLine*g.count {
		g.rest = push(g.rest, edge{source, target})
		return
	}
	g.grow(uint64(source) + 1)
	*g.degree(source)++
	g.targets = push(g.targets, target)
}

// grow makes sure that there are degrees of so many nodes.
func (g *Edges) grow(nodes uint64) {
	for ; g.nodes < nodes; g.nodes++ {
		g.degrees = push(g.degrees, 0)
	}
}

// degree is the number of edges in order of a source.
func (g *Edges) degree(source uint32) *uint32 {
	return &g.degrees[source/blockEdges][source%blockEdges]
}

// push appends x to the last block, or to a new one.
func push[T any](blocks [][]T, x T) [][]T {
	last := len(blocks) - 1
	if last < 0 || len(blocks[last]) == blockEdges {
		room := blockEdges
		if last < 0 {
			room = 0 // a short file takes little
		}
		blocks = append(blocks, make([]T, 0, room))
		last++
	}
	blocks[last] = append(blocks[last], x)
	return blocks
}

// BuildBytes returns how many bytes it takes at most to build a heap of [Edges]: 24 for each
// node and 12 for each edge.
func BuildBytes(nodes, edges uint64) uint64 { return 24*nodes + 12*edges }

// Build makes a heap with so many objects without payload, in order of number. The references
// of an object keep the order of their edges. It fails if an edge or a root names no node, or
// if the heap does not fit: see [heap.Plan]. The Edges cannot be used afterwards.
func (g *Edges) Build(nodes uint64, roots []uint32) (*heap.Heap, error) {
	if err := g.check(nodes); err != nil {
		return nil, err
	}
	g.grow(nodes)
	more := func(uint32) uint32 { return 0 } // edges in rest, by source
	if len(g.rest) > 0 {
		more = g.countRest(nodes)
	}
	p := heap.NewPlan(int(nodes))
	for i := range uint32(nodes) {
		p.Add(0, uint64(*g.degree(i))+uint64(more(i)))
	}
	d, err := p.Draft()
	if err != nil {
		return nil, err
	}
	g.fill(d, more)
	for _, r := range roots {
		d.Root(r)
	}
	return d.Heap()
}

// check returns an error if an edge begins at no node. The draft looks at the targets.
func (g *Edges) check(nodes uint64) error {
	largest := uint32(max(g.nodes, 1) - 1)
	for _, block := range g.rest {
		for _, e := range block {
			largest = max(largest, e.source)
		}
	}
	if g.count > 0 && uint64(largest) >= nodes {
		return fmt.Errorf("edge list: an edge begins at node %d: there are %d nodes, numbered from 0", largest, nodes)
	}
	return nil
}

// countRest returns the number of edges in rest, by source.
func (g *Edges) countRest(nodes uint64) func(uint32) uint32 {
	more := make([]uint32, nodes)
	for _, block := range g.rest {
		for _, e := range block {
			more[e.source]++
		}
	}
	return func(i uint32) uint32 { return more[i] }
}

// fill fills in all nodes. The references in rest come behind those that were in order. First
// there are nil references in their place.
func (g *Edges) fill(d *heap.Draft, more func(uint32) uint32) {
	var refs []uint32
	block, at := 0, 0
	for i := range uint32(g.nodes) {
		refs = refs[:0]
		for left := int(*g.degree(i)); left > 0; {
			targets := g.targets[block][at:]
			n := min(left, len(targets))
			refs = append(refs, targets[:n]...)
			left, at = left-n, at+n
			if at == len(g.targets[block]) {
				block, at = block+1, 0
			}
		}
		for range more(i) {
			refs = append(refs, heap.NoObject)
		}
		d.Add(0, refs...)
	}
	for _, block := range g.rest {
		for _, e := range block {
			at := g.degree(e.source)
			d.SetRef(e.source, *at, e.target)
			*at++
		}
	}
}
