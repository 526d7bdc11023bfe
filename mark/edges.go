package mark

import (
	"errors"
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// AdjacencyFromEdges makes an [Adjacency] of edges that come in any order. Each edge is a
// pair of node numbers, from and to. The successors of a node keep the order in which their
// edges come, and an edge that comes twice is there twice.
//
// It goes through the edges twice: first it counts the successors of each node, then it
// puts them in their places (a counting sort). So the sequence must give the same edges
// both times. The order may differ, as it does for a map. Then the order of the second
// time is kept. If the edges differ, the error says so. Two sums of 64 bits are compared
// for this, so other edges pass unseen once in 2^64 times.
//
// Offsets have 32 bits if there are fewer than 2^32 edges, and 64 bits otherwise. Besides
// the memory of the result it takes 4 bytes for each node until it returns. So it takes at
// most twice the memory of the result.
//
// The error says which edge is wrong: its position in the sequence from 0, and both
// numbers. There is also an error if edges is nil, if nodes is negative or more than
// [MaxNodes], or if a node has more than MaxNodes successors. If the sequence panics, so
// does AdjacencyFromEdges. Any goroutine may call it. It calls the sequence on the caller's
// goroutine.
func AdjacencyFromEdges(nodes int, edges iter.Seq2[uint32, uint32]) (*Adjacency, error) {
	if edges == nil {
		return nil, errors.New("mark: the sequence of edges is nil: give a function that yields them, or one that yields nothing")
	}
	if err := badNodes(nodes, "", nil); err != nil {
		return nil, err
	}
	degrees := make([]uint32, nodes)
	first, err := countEdges(degrees, edges)
	if err != nil {
		return nil, err
	}
	a := &Adjacency{kernel.Rows{Targets: make([]uint32, first.edges)}}
	if first.edges <= 1<<32-1 {
		a.rows.Narrow, err = placeEdges[uint32](degrees, first, edges, a.rows.Targets)
	} else {
		a.rows.Wide, err = placeEdges[uint64](degrees, first, edges, a.rows.Targets)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// tally is what is compared of the two times that edges are gone through: how many there
// are, and a sum over them that does not depend on their order.
type tally struct{ edges, sum uint64 }

// add counts an edge. The multiplications and shifts spread every bit of the edge over the
// whole word. So edges that differ in a few bits do not make up for each other in the sum.
func (t *tally) add(from, to uint32) {
	x := uint64(from)<<32 | uint64(to)
	x = (x ^ x>>32) * 0x9E3779B97F4A7C15
	x = (x ^ x>>29) * 0xD6E8FEB86659FD93
	t.edges++
	t.sum += x ^ x>>32
}

// countEdges counts the successors of each node, and checks each edge.
func countEdges(degrees []uint32, edges iter.Seq2[uint32, uint32]) (t tally, err error) {
	nodes := uint64(len(degrees))
	for from, to := range edges {
		if uint64(from) >= nodes || uint64(to) >= nodes {
			return t, fmt.Errorf("mark: edge %d goes from node %d to node %d: the graph has %d nodes, numbered from 0", t.edges, from, to, nodes)
		}
		if degrees[from] == MaxNodes {
			return t, fmt.Errorf("mark: edge %d goes from node %d to node %d: node %d already has %d successors, and may have no more", t.edges, from, to, from, int64(MaxNodes))
		}
		degrees[from]++
		t.add(from, to)
	}
	return t, nil
}

// placeEdges puts each edge's target in its place, and returns the offsets. While it does so,
// offsets[i+1] is where the next successor of node i goes. In the end that is where the
// successors of node i end, if there were as many as degrees[i] says. Only then each place has
// been written once. It is looked at in the end, because a look at degrees[i] for each edge
// would be one more cache miss.
func placeEdges[Offset uint32 | uint64](degrees []uint32, first tally, edges iter.Seq2[uint32, uint32], targets []uint32) ([]Offset, error) {
	offsets := make([]Offset, len(degrees)+1)
	next := Offset(0)
	for i, degree := range degrees {
		offsets[i+1] = next
		next += Offset(degree)
	}
	var second tally
	nodes := uint64(len(degrees))
	for from, to := range edges {
		if uint64(from) >= nodes || uint64(to) >= nodes || second.edges == first.edges || uint64(offsets[from+1]) >= first.edges {
			return nil, fmt.Errorf("mark: edge %d goes from node %d to node %d when the edges are gone through again, and was not there the first time: %s", second.edges, from, to, sameTwice)
		}
		targets[offsets[from+1]] = to
		offsets[from+1]++
		second.add(from, to)
	}
	end := Offset(0)
	for i, degree := range degrees {
		if end += Offset(degree); offsets[i+1] != end {
			return nil, fmt.Errorf("mark: node %d has not the same successors when the edges are gone through again: %s", i, sameTwice)
		}
	}
	if second != first {
		return nil, fmt.Errorf("mark: there are %d edges the first time, and %d or others when they are gone through again: %s", first.edges, second.edges, sameTwice)
	}
	return offsets, nil
}

const sameTwice = "the sequence must give the same edges both times; collect them in a slice"
