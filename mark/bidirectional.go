package mark

import (
	"errors"
	"fmt"
)

// Bidirectional is a [Digraph] that knows its predecessors, too: an [Adjacency], and the
// Adjacency of the same edges turned round. For an undirected graph, which has each edge from
// both ends, the two are the same.
//
//	forward  0 -> 1, 2    1 -> 2    2 -> -
//	reverse  0 -> -       1 -> 0    2 -> 0, 1
//
// It pays if most nodes are reached on short paths, as in social networks and random graphs.
// [Graph], [Marker.MarkGraph] and [Marker.ExtendGraph] look at successors while few nodes are
// grey. When many are, the workers look from the other nodes back, and stop at the first
// predecessor that is reached, so most edges are never read. The source is Beamer, Asanovic
// and Patterson, "Direction-Optimizing Breadth-First Search" (SC 2012).
//
// The mark stays forward on paths and grids, with Options.Until, and in
// [Marker.MarkGraphWithout]. All other functions that take a Digraph see the forward
// Adjacency. Any number of goroutines may mark a Bidirectional at once. Neither Adjacency may
// be changed meanwhile.
type Bidirectional struct{ forward, reverse *Adjacency }

// NewBidirectional returns a graph with these successors and predecessors. Nothing is copied.
// The error says that one of them is nil, or that they have different numbers of nodes or
// edges. Any goroutine may call it.
//
// NewBidirectional reads no edges. If reverse has other ones, a mark is wrong, but nothing
// panics. It may reach nodes along edges that reverse alone has, and miss nodes behind edges
// that forward alone has. [Bidirectional.Check] finds out.
func NewBidirectional(forward, reverse *Adjacency) (*Bidirectional, error) {
	if forward == nil || reverse == nil {
		return nil, errors.New("mark: the forward or the reverse Adjacency is nil: give both, the same one twice for an undirected graph")
	}
	if n, r := forward.NumNodes(), reverse.NumNodes(); n != r {
		return nil, fmt.Errorf("mark: the forward Adjacency has %d nodes, and the reverse %d: both must have all nodes", n, r)
	}
	if n, r := len(forward.rows.Targets), len(reverse.rows.Targets); n != r {
		return nil, fmt.Errorf("mark: the forward Adjacency has %d edges, and the reverse %d: each edge must be in both", n, r)
	}
	return &Bidirectional{forward, reverse}, nil
}

// Forward returns the successors of all nodes.
func (g *Bidirectional) Forward() *Adjacency { return g.forward }

// Backward returns the predecessors of all nodes.
func (g *Bidirectional) Backward() *Adjacency { return g.reverse }

// NumNodes returns the number of nodes.
func (g *Bidirectional) NumNodes() int { return g.forward.NumNodes() }

// AppendSuccessors appends the successors of node to buf. It panics if there is no such node.
func (g *Bidirectional) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return g.forward.AppendSuccessors(buf, node)
}

// Check returns an error if both directions do not have the same edges. It reads all edges of
// both once, and allocates nothing. It compares sums of 64 bits, so wrong edges pass by
// chance once in 2^64 times.
func (g *Bidirectional) Check() error {
	if g.forward.sum(0, 32) == g.reverse.sum(32, 0) {
		return nil
	}
	return errors.New("mark: the reverse Adjacency has other edges than the forward one: the predecessors of a node must be the nodes that it is a successor of")
}

// sum adds up a value for each edge. The two ends of an edge are shifted by so many bits.
func (a *Adjacency) sum(from, to int) (sum uint64) {
	for node := range uint64(a.NumNodes()) {
		for _, target := range a.rows.Of(uint32(node)) {
			sum += mixed(node<<from | uint64(target)<<to)
		}
	}
	return sum
}

// mixed spreads the bits of x: the finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
