package mark

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// Adjacency is a [Digraph] in adjacency arrays, also known as compressed sparse rows.
// The successors of node i are Targets[Offsets[i]:Offsets[i+1]].
//
//	Offsets  | 0 | 2 | 3 | 3 |        3 nodes; the last entry is len(Targets)
//	           |   |   +-- node 2: none
//	           v   +------ node 1: Targets[2:3]
//	Targets  | 1   2 | 0 |
//
// It is marked at the speed of a heap, because its memory is known. Nodes are
// prefetched. All workers share a node that has more than 512 successors.
//
// It takes 4 or 8 bytes for each node and 4 bytes for each successor. Make one with
// [NewAdjacency], or with [AdjacencyFromEdges] if your edges come in no order. Any number of
// goroutines may mark it at once. It must not be changed while it is marked.
type Adjacency struct {
	rows kernel.Rows
}

// NewAdjacency returns the graph that these arrays hold. It does not copy them. With fewer
// than 2^32 targets, offsets of 32 bits are enough. They take half the memory, so more of them
// stay in the processor's caches.
//
// offsets has one entry more than there are nodes. It begins with 0, never falls, and
// ends with len(targets). Every target is the number of a node. Otherwise the error
// says which entry is wrong. NewAdjacency reads both arrays once to check this.
func NewAdjacency[Offset uint32 | uint64](offsets []Offset, targets []uint32) (*Adjacency, error) {
	nodes := len(offsets) - 1
	switch {
	case nodes < 0 || int64(nodes) > MaxNodes:
		return nil, fmt.Errorf("mark: %d offsets: there must be one more than nodes, and 0 to %d nodes", len(offsets), int64(MaxNodes))
	case offsets[0] != 0 || uint64(offsets[nodes]) != uint64(len(targets)):
		return nil, fmt.Errorf("mark: offsets go from %d to %d: they must go from 0 to the number of targets, %d", offsets[0], offsets[nodes], len(targets))
	}
	for i, offset := range offsets[:nodes] {
		if degree := uint64(offsets[i+1] - offset); offsets[i+1] < offset || degree > MaxNodes {
			return nil, fmt.Errorf("mark: node %d has offsets %d to %d: they must not fall, and a node has at most %d successors", i, offset, offsets[i+1], int64(MaxNodes))
		}
	}
	for i, target := range targets {
		if int64(target) >= int64(nodes) {
			return nil, fmt.Errorf("mark: target %d is node %d: the graph has %d nodes, numbered from 0", i, target, nodes)
		}
	}
	a := &Adjacency{kernel.Rows{Targets: targets}}
	switch offsets := any(offsets).(type) {
	case []uint32:
		a.rows.Narrow = offsets
	case []uint64:
		a.rows.Wide = offsets
	}
	return a, nil
}

// Arrays returns the arrays that hold the graph: offsets of 32 bits or of 64 bits, as [NewAdjacency] has
// got or [AdjacencyFromEdges] has made them, and targets. The other offsets are nil. Nothing is copied,
// so no goroutine may write to them.
func (a *Adjacency) Arrays() (narrow []uint32, wide []uint64, targets []uint32) {
	return a.rows.Narrow, a.rows.Wide, a.rows.Targets
}

// NumNodes returns the number of nodes.
func (a *Adjacency) NumNodes() int { return a.rows.Nodes() }

// NumEdges returns the number of edges: that of all successors together.
func (a *Adjacency) NumEdges() int { return len(a.rows.Targets) }

// Successors returns the successors of node, in their order. They are a part of the array of targets, which is not
// copied, so no goroutine may write to them. It panics if there is no such node. Any number of goroutines may call
// it.
func (a *Adjacency) Successors(node uint32) []uint32 { return slices.Clip(a.rows.Of(node)) }

// AppendSuccessors appends the successors of node to buf. It panics if there is no
// such node.
func (a *Adjacency) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, a.rows.Of(node)...)
}
