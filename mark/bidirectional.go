package mark

import (
	"errors"
	"fmt"
)

// Bidirectional is a [Digraph] that knows its predecessors, too: an [Adjacency], and the Adjacency of the same edges
// turned around. An undirected graph that has each edge from both ends is its own reverse.
//
//	forward  0 -> 1, 2    1 -> 2    2 -> -
//	reverse  0 -> -       1 -> 0    2 -> 0, 1
//
// [Graph], [Marker.MarkGraph] and [Marker.ExtendGraph] mark it in both directions. While few nodes are reached, they look at successors.
// When many are grey, the workers look from the other nodes back, and stop at the first predecessor that is reached. Most edges are never
// read, if most nodes are reached on short paths, as in social networks and random graphs. The source is Beamer, Asanovic and Patterson,
// "Direction-Optimizing Breadth-First Search" (SC 2012). On paths and grids the mark stays forward. With Options.Until it does so, too,
// because Until sees each node before it is scanned, and in [Marker.MarkGraphWithout].
//
// All other functions that take a Digraph see the forward Adjacency. Any number of goroutines may mark a
// Bidirectional at once. Neither Adjacency may be changed meanwhile.
type Bidirectional struct{ forward, reverse *Adjacency }

// NewBidirectional returns a graph with these successors and predecessors. Nothing is copied. The error says that one of them is nil, or that
// they have different numbers of nodes or edges.
//
// NewBidirectional reads no edges. If reverse has other ones, nothing panics, but a mark is wrong. It reaches nodes that are not reachable, along
// edges that reverse alone has. And it may miss reachable ones, behind edges that forward alone has. [Bidirectional.Check] finds out.
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

// Check returns an error if both directions do not have the same edges. It reads all edges of both once, and allocates nothing. It compares
// sums of 64 bits, one value for each edge. Wrong edges have equal sums by chance only, once in 2^64.
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
