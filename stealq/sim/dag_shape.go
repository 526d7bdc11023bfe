package sim

import "fmt"

// The dags of Rito and Paulino, section 5. No node is in memory. A node knows how far
// it is from the bottom, and computes the nodes that it enables.
//
//	balanced                       unbalanced
//
//	       o       depth 1                o
//	     /   \                            o         the distance of a fork from the one
//	    o     o                          / \        above it is exponentially
//	   / \   / \                        o   o       distributed with parameter 0.05
//	  o   o o   o  depth 3              o  / \
//	                                    o o   o
//	all but the last are forks     every path ends at the same depth

// DagShape is a class of dags (Rito and Paulino, 2022, section 5).
type DagShape uint8

const (
	// Balanced is a complete binary tree. It has 2^depth - 1 nodes.
	Balanced DagShape = iota

	// Unbalanced is a tree in which some nodes fork and the others have one child. The
	// distance from a fork to the next one below is exponentially distributed with
	// parameter ForkRate, rounded up. The tree has at least depth nodes, and on average
	// about e^(ForkRate*depth)/ForkRate nodes.
	Unbalanced
)

// ForkRate is the parameter of the exponential distances between forks of an [Unbalanced] dag.
const ForkRate = 0.05

// DagShapes returns both shapes.
func DagShapes() []DagShape { return []DagShape{Balanced, Unbalanced} }

// String returns "balanced" or "unbalanced".
func (s DagShape) String() string {
	switch s {
	case Balanced:
		return "balanced"
	case Unbalanced:
		return "unbalanced"
	}
	return fmt.Sprintf("DagShape(%d)", uint8(s))
}

// MaxDepth returns the largest depth. A dag of this depth has about 4 billion nodes,
// and its simulation takes about a minute.
func (s DagShape) MaxDepth() int {
	if s == Unbalanced {
		return 400
	}
	return 32
}

// node is an instruction.
type node struct {
	key   uint64 // of an unbalanced dag: a random number that depends on the path to the node
	below int32  // number of nodes below it, on every path
	chain int32  // number of nodes until the next fork; 0 if this node forks
	shape DagShape
}

func root(s DagShape, depth int, seed uint64) node {
	v := node{key: mix(seed), below: int32(depth) - 1, shape: s}
	v.chain = v.gap() - 1
	return v
}

// execute returns the nodes that v enables, and their number.
func (v node) execute() (first, second node, enabled int) {
	switch {
	case v.below == 0:
		return node{}, node{}, 0
	case v.chain > 0:
		v.below--
		v.chain--
		return v, node{}, 1
	}
	return v.child(1), v.child(2), 2
}

func (v node) child(side uint64) node {
	if v.shape == Unbalanced {
		v.key = mix(v.key + side)
	}
	v.below--
	v.chain = v.gap() - 1
	return v
}

// gap draws the distance from the fork above v to the next one. A logarithm would do,
// but its last digit is not the same on every processor.
func (v node) gap() int32 {
	if v.shape == Balanced {
		return 1
	}
	const noFork = 0.951229424500714 // e^-ForkRate: the probability that a node does not fork
	uniform, gap := (float64(v.key>>11)+0.5)/(1<<53), int32(1)
	for beyond := noFork; uniform < beyond; beyond *= noFork {
		gap++
	}
	return gap
}

// mix is the output function of splitmix64 (Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
