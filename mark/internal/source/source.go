// Package source says where successors come from: which nodes a node leads to, or which objects
// an object refers to. Marks, searches by breadth and cursors read the same sources.
//
//	                 ┌── Arena   the objects of a heap, in its own bytes
//	Source (memory) ─┤
//	                 └── Rows    the nodes of adjacency arrays
//
// A source knows neither mark bits nor workers. It is called once for a batch or for a piece of a
// large node, never for a single reference, because a call of an interface costs as much as several
// references.
package source

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Source is a graph in memory. Nodes are numbers below 2^32: those of a graph, or Refs of objects. Any
// worker may call any method at any time. The memory may hold what is wrong: then a method
// returns an error, or less, but never panics. An error does not say which package was asked.
type Source interface {
	// Prefetch asks the memory for nodes that will be scanned soon. Approach comes half way
	// between Prefetch and Collect, and asks for what is read next of them.
	Prefetch(nodes []uint32)
	Approach(nodes []uint32)
	// Collect copies the successors of the first nodes to out, end to end. It returns how many
	// successors it has copied, and of how many nodes. It stops at the first node that must be
	// taken apart, with Degree and Piece: it is large, or damaged, or near the end of the memory. out has room for
	// kernel.SmallRefs successors of each node.
	Collect(nodes, out []uint32) (successors, taken int)
	// Degree returns how many successors a node has.
	Degree(node uint32) (uint32, error)
	// Piece copies successors of a node to out, from number first on. It returns how many: fewer
	// than out has room for at the end of the successors, and 0 beyond.
	Piece(out []uint32, node, first uint32) (int, error)
	// Follow scans the node stack[0], whose place its white successors take. If this is one node,
	// Follow goes on with that, and so on for at most so many nodes. It marks with plain stores: the
	// caller is the only writer of the words. It returns how many nodes it has scanned, 0 if it leaves the
	// first one to Collect, and how many nodes are in stack now. It stops at a
	// successor beyond the bitmap: see Outside.
	Follow(marks []kernel.Plain, stack []uint32, most int) (scanned, found int, beyond Beyond)
	// Outside is the error of a successor that lies beyond the bitmap.
	Outside(to uint32) error
	// Cursors is what cursors walk; nil if they should not.
	Cursors() chain.Source
	// Pace is how a marker takes nodes from this source.
	Pace() policy.Pace
}

// Beyond is a successor that lies beyond the bitmap, if there is one.
type Beyond struct {
	To    uint32
	Found bool
}

// NoNode is the error of a callback's successor that is none of so many nodes.
func NoNode(successor uint32, nodes uint64) error {
	return fmt.Errorf("%d is not a node: the graph has %d nodes, numbered from 0", successor, nodes)
}

// Small counts the first nodes, and their successors, up to one that is taken apart because it has many.
func Small(s Source, nodes []uint32) (count, successors int) {
	for _, node := range nodes {
		n, err := s.Degree(node)
		if err != nil || n > kernel.SmallRefs {
			break
		}
		count++
		successors += int(n)
	}
	return count, successors
}
