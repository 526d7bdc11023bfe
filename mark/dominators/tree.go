package dominators

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// Tree has the immediate dominators of all nodes that the roots reach. It does not change, so any number of goroutines may call
// its methods.
//
// It takes 12 bytes for each node that is reached, and 1.5 bits for each node of the graph. In a heap most numbers of nodes belong to no
// object, so only nodes that are reached have a place in arrays: their rank.
type Tree struct {
	ranks *heap.Ranks
	pre   []uint32 // by rank: the number of a node in preorder, from 1
	nodes []uint32 // by number: the node
	idom  []uint32 // by number: that of the immediate dominator; 0 stands for the roots together
}

// MaxReached is the largest number of nodes that roots may reach, and of edges between them.
const MaxReached = math.MaxUint32 - 1

// Of returns the dominators in g of all nodes that the roots reach. It marks first, with the options, and then asks for the successors of each
// reached node three times more, in one goroutine. Options.Progress is told of the mark, and then of five passes over the nodes, each by itself.
//
// Of takes at most 24 bytes for each node that is reached, and for the edges turned round 4 bytes each and 4 bytes for each node. The stack of the
// search takes at most as much as these edges, and is gone by then.
//
// Any goroutine may call it. The errors are those of [mark.Graph], also if the graph fails or panics after the mark; a graph that has
// changed; and more edges than [MaxReached]. With an error the tree is nil.
//
// The algorithm is Semi-NCA: L. Georgiadis, R. E. Tarjan and R. F. Werneck, "Finding Dominators in Practice", Journal of Graph Algorithms
// and Applications 10(1), 2006.
func Of(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*Tree, error) {
	uses := ask.Uses{Call: "dominators.Of", Hooks: true, Deques: true, Tuning: true, Why: "a tree has no timeline"}
	if err := uses.Check(options); err != nil {
		return nil, err
	}
	reached, err := mark.Graph(ctx, g, roots, options)
	if err != nil {
		return nil, err
	}
	if reached.Count() > MaxReached {
		return nil, fmt.Errorf("dominators: %d nodes are reached: at most %d are possible", reached.Count(), uint64(MaxReached))
	}
	s, err := newSearch(ctx, g, roots, reached, options)
	if err != nil {
		return nil, err
	}
	return s.Tree, nil
}

// Len returns how many nodes are reached.
func (t *Tree) Len() int { return len(t.nodes) - 1 }

// Idom returns the immediate dominator of a node. ok is false if the node is not reached, or if no node alone keeps it: it is a
// root, or several roots lead to it by paths that have no node in common.
func (t *Tree) Idom(node uint32) (dominator uint32, ok bool) {
	number, ok := t.numberOf(node)
	if !ok || t.idom[number] == 0 {
		return 0, false
	}
	return t.nodes[t.idom[number]], true
}

// numberOf is the number of a node that is reached.
func (t *Tree) numberOf(node uint32) (number uint32, ok bool) {
	rank, ok := t.ranks.Of(heap.Ref(node))
	if !ok {
		return 0, false
	}
	return t.pre[rank], true
}

// Dominators iterates over the dominators of a node, the immediate one first. The node itself is not among them.
func (t *Tree) Dominators(node uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		number, ok := t.numberOf(node)
		for ok && t.idom[number] != 0 {
			number = t.idom[number]
			if !yield(t.nodes[number]) {
				return
			}
		}
	}
}

// Children iterates over the nodes whose immediate dominator is this node. It reads up to 4 bytes for each node that is reached. [Tree.All] with
// [Tree.Idom], and [Tree.Walk], give the children of all nodes in one pass.
func (t *Tree) Children(node uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		number, ok := t.numberOf(node)
		if !ok {
			return
		}
		for i := int(number) + 1; i < len(t.idom); i++ { // a dominator has a smaller number
			if t.idom[i] == number && !yield(t.nodes[i]) {
				return
			}
		}
	}
}

// All iterates over the nodes that are reached. A dominator comes before the nodes that it dominates.
func (t *Tree) All() iter.Seq[uint32] { return slices.Values(t.nodes[1:]) }

// Walk goes through the tree by depth. It yields each node with true before the nodes that it
// dominates, and with false after them. Between the two come the nodes that it keeps alive.
// Meanwhile it takes 8 bytes for each node.
func (t *Tree) Walk() iter.Seq2[uint32, bool] {
	return func(yield func(uint32, bool) bool) {
		child, next := make([]uint32, len(t.idom)), make([]uint32, len(t.idom))
		for i := len(t.idom) - 1; i > 0; i-- {
			next[i], child[t.idom[i]] = child[t.idom[i]], uint32(i)
		}
		for at := child[0]; at != 0; {
			if !yield(t.nodes[at], true) {
				return
			}
			if child[at] != 0 {
				at = child[at]
				continue
			}
			for left := true; left && at != 0; {
				if !yield(t.nodes[at], false) {
					return
				}
				if left = next[at] == 0; left {
					at = t.idom[at]
				} else {
					at = next[at]
				}
			}
		}
	}
}
