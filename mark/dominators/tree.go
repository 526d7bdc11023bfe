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

// Tree has the immediate dominators of all nodes that the roots reach. [Of] makes it. Any number of
// goroutines may call its methods at once. It takes 12 bytes for each node that is reached, and 1.5 bits for
// each node of the graph.
type Tree struct {
	ranks *heap.Ranks // of nodes that are reached: in a heap most numbers of nodes belong to no object
	pre   []uint32    // by rank: the number of a node in preorder, from 1
	nodes []uint32    // by number: the node
	idom  []uint32    // by number: that of the immediate dominator; 0 stands for the roots together
}

// MaxReached is the largest number of nodes that the roots may reach, and of edges between these nodes.
const MaxReached = math.MaxUint32 - 1

// Of returns the dominators in g of all nodes that the roots reach. It marks g with the options. Then it asks
// three times more for the successors of each node that is reached, in the caller's goroutine.
// Options.Progress is told of the mark, and then of five passes over the nodes, each by itself.
// Options.Timeline and Options.Turn are errors. Any goroutine may call Of.
//
// While it runs, Of takes up to 28 bytes for each node that is reached, and 4 bytes for each edge between
// them.
//
// The errors are those of [mark.Graph], and one each for a graph that has changed and for more edges than
// [MaxReached]. The tree is nil after an error.
//
// The algorithm is Semi-NCA: L. Georgiadis, R. E. Tarjan and R. F. Werneck, "Finding Dominators in Practice",
// Journal of Graph Algorithms and Applications 10(1), 2006.
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

// Idom returns the immediate dominator of node. It returns false if node is not reached, or if no single node
// keeps it. Such a node is a root, or several roots lead to it by paths with no node in common.
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

// Dominators iterates over the dominators of node, the immediate one first. The node itself is not among
// them.
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

// Children iterates over the nodes whose immediate dominator is node. Each call reads up to 4 bytes for each
// node that is reached. [Tree.Walk] gives the children of all nodes in one pass.
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

// Walk goes through the tree by depth. It yields each node twice: with true before the nodes that it keeps
// alive, and with false after them. While it runs it takes 8 bytes for each node that is reached.
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
