package edgelist

import "github.com/seed-3ccf4018/halfmark/heap"

// gathered are the edges of a file, in little memory. Nearly all files have their lines in the
// order of sources. As long as this is so, an edge is its target alone, and a source is the
// number of its edges. From the first line that is out of order, edges are stored whole.
//
//	lines      0 1   0 3   2 0 │ 1 2   3 0
//	degrees    2     0     1   │
//	targets    1 3         0   │
//	rest                       │ {1 2} {3 0}
//
// All edges lie in blocks, because a slice that grows is copied.
type gathered struct {
	degrees [][]uint32 // of the edges in order, by source
	nodes   uint64     // number of degrees
	targets [][]uint32
	rest    [][]Edge
	count   uint64
}

// blockEdges is how many edges a block has.
const blockEdges = 1 << 16

// add appends an edge.
func (g *gathered) add(e Edge) {
	g.count++
	// A number in a short file may be large, so degrees grow with the number of edges.
	if inOrder := uint64(e.Source)+1 >= g.nodes; !inOrder || len(g.rest) > 0 || uint64(e.Source) > FreeNodes/1024+NodesPerLine*g.count {
		g.rest = push(g.rest, e)
		return
	}
	g.grow(uint64(e.Source) + 1)
	*g.degree(e.Source)++
	g.targets = push(g.targets, e.Target)
}

// grow makes sure that there are degrees of so many nodes.
func (g *gathered) grow(nodes uint64) {
	for ; g.nodes < nodes; g.nodes++ {
		g.degrees = push(g.degrees, 0)
	}
}

// degree is the number of edges in order of a source.
func (g *gathered) degree(source uint32) *uint32 {
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

// readBytes returns how many bytes it takes at most to build a heap of gathered edges, with the
// edges: 24 for each node and 12 for each edge.
func readBytes(nodes, edges uint64) uint64 { return 24*nodes + 12*edges }

// build makes the heap. All sources are below nodes.
func (g *gathered) build(nodes uint64, roots []uint32) (*heap.Heap, error) {
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

// countRest returns the number of edges in rest, by source.
func (g *gathered) countRest(nodes uint64) func(uint32) uint32 {
	more := make([]uint32, nodes)
	for _, block := range g.rest {
		for _, e := range block {
			more[e.Source]++
		}
	}
	return func(i uint32) uint32 { return more[i] }
}

// fill fills in all nodes. What is in rest comes behind what was in order. First there are nil
// references in its place.
func (g *gathered) fill(d *heap.Draft, more func(uint32) uint32) {
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
			at := g.degree(e.Source)
			d.SetRef(e.Source, *at, e.Target)
			*at++
		}
	}
}
