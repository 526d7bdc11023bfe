package mark

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// Adjacency is a [Digraph] in adjacency arrays, also known as compressed sparse rows. The
// successors of node i are Targets[Offsets[i]:Offsets[i+1]].
//
//	Offsets  | 0 | 2 | 3 | 3 |        3 nodes; the last entry is len(Targets)
//	           |   |   +-- node 2: none
//	           v   +------ node 1: Targets[2:3]
//	Targets  | 1   2 | 0 |
//
// Make one with [NewAdjacency], or with [AdjacencyFromEdges] if your edges come in any order.
// It takes 4 or 8 bytes for each node and 4 bytes for each successor. Any number of
// goroutines may use it at once. It must not be changed meanwhile.
//
// It is marked at the speed of a heap: nodes are prefetched, and all workers share a node
// that has more than 512 successors.
type Adjacency struct {
	rows kernel.Rows
}

// NewAdjacency returns the graph that these arrays hold. It does not copy them. If there are
// fewer than 2^32 targets, take offsets of 32 bits: they take half the memory of those of 64
// bits, and more of them stay in the processor's caches.
//
// offsets has one entry more than there are nodes. It begins with 0, never falls, and ends
// with len(targets). Every target is the number of a node. NewAdjacency reads both arrays
// once to check this. The error says which entry is wrong. Any goroutine may call it.
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

// Arrays returns the arrays that hold the graph: offsets of 32 bits or of 64 bits, and
// targets. The other offsets are nil. Nothing is copied, so no goroutine may write to them.
func (a *Adjacency) Arrays() (narrow []uint32, wide []uint64, targets []uint32) {
	return a.rows.Narrow, a.rows.Wide, a.rows.Targets
}

// NumNodes returns the number of nodes.
func (a *Adjacency) NumNodes() int { return a.rows.Nodes() }

// NumEdges returns the number of edges.
func (a *Adjacency) NumEdges() int { return len(a.rows.Targets) }

// Successors returns the successors of node, in their order. It panics if there is no such
// node. The slice is a part of the targets and no copy, so no goroutine may write to it.
func (a *Adjacency) Successors(node uint32) []uint32 { return slices.Clip(a.rows.Of(node)) }

// AppendSuccessors appends the successors of node to buf. It panics if there is no
// such node.
func (a *Adjacency) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, a.rows.Of(node)...)
}
