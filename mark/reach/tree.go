package reach

import (
	"context"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Tree has a shortest path from a root to each node that is reachable. [Search] makes it. Any number of
// goroutines may call its methods at once.
type Tree struct {
	Distances
	parents []uint32 // by node: 1 more than its parent, and 0 if it has none
}

// Parent returns the node before this one on its path. Of several candidates it is the one with the smallest
// number. Parent returns false for a root, for a node that was not reached, and for a number that is not a
// node.
func (t *Tree) Parent(node uint32) (parent uint32, ok bool) {
	if uint64(node) >= uint64(len(t.parents)) || t.parents[node] == 0 {
		return 0, false
	}
	return t.parents[node] - 1, true
}

// Path returns the same path as the function [Path], or nil if node was not reached. It takes a step for each
// node of the path, and no search.
func (t *Tree) Path(node uint32) []uint32 {
	distance, ok := t.Of(node)
	if !ok {
		return nil
	}
	path := make([]uint32, 0, distance+1)
	for ; ok; node, ok = t.Parent(node) {
		path = append(path, node)
	}
	slices.Reverse(path)
	return path
}

// Search searches g from the roots by breadth, as [Levels] does, and keeps the tree of the search. Use it for
// many questions about one graph. The tree does not depend on the number of workers. Any goroutine may call
// Search.
//
// The result takes 8 bytes for each node of g, reached or not. While Search runs it takes the memory of
// Levels. In addition it takes 1 byte for each node of a [mark.Adjacency] or a [heap.Graph], and 4 bytes for
// each node of any other graph. An Adjacency or a heap.Graph is scanned twice, the second time on the
// caller's goroutine.
//
// Options and errors are those of Levels. The result is nil after an error.
func Search(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*Tree, error) {
	return new(Searcher).Search(ctx, g, roots, options)
}

// tree is Search after the arguments were checked.
func (b *breadth) tree(g mark.Digraph, roots []uint32) (*Tree, error) {
	if b.poll(); b.over() { // before it takes memory
		return nil, b.failure.err
	}
	if b.calls {
		b.useParents()
	}
	d, err := b.levelsFrom(roots)
	if err != nil {
		return nil, err
	}
	t := &Tree{Distances: *d}
	if b.calls {
		t.fromWords(b)
	} else if err := b.run(func() { t.adopt(b, g) }); err != nil {
		return nil, err
	}
	return t, nil
}

// fromWords takes over the parents that a search has kept.
func (t *Tree) fromWords(b *breadth) {
	t.parents = make([]uint32, b.nodes)
	for node := range t.parents {
		if word := b.parents[node].Load(); word != 0 && word != rootWord {
			t.parents[node] = b.order.at(uint64(word-1)) + 1
		}
	}
}

// adopt finds parents in a graph in memory. Most graphs have so few levels that one fits into a byte. Then four times as many are in the caches.
func (t *Tree) adopt(b *breadth, g mark.Digraph) {
	if len(t.sizes) > math.MaxUint8 {
		t.parents = adopt(b, g, t.words)
		return
	}
	levels := slices.Grow(b.spare.levels[:0], len(t.words))[:len(t.words)]
	for node, word := range t.words {
		levels[node] = uint8(word)
	}
	b.spare.levels = levels
	t.parents = adopt(b, g, levels)
}

// adopt returns parents by node, as a Tree has them. It goes through the nodes in descending order, so the smallest number is stored last.
// A root is never adopted: no node is nearer.
//
// A processor can't guess whether an edge leads one level on, so adopt stores a parent for each
// edge: if it doesn't, in the place behind the last node. With a branch in its stead, adopt took
// twice as long on a random graph.
func adopt[Level uint8 | uint32](b *breadth, g mark.Digraph, levels []Level) []uint32 {
	nowhere := uint(len(levels))
	parents := make([]uint32, len(levels)+1)
	inArrays := mark.AdjacencyOf(g) != nil
	var successors []uint32
	for node := len(levels) - 1; node >= 0; node-- {
		if node%adoptions == 0 {
			if b.poll(); b.over() {
				return nil
			}
		}
		if levels[node] == 0 {
			continue
		}
		if inArrays {
			successors = b.rows.Of(uint32(node))
		} else {
			successors = g.AppendSuccessors(successors[:0], uint32(node))
		}
		next, parent := levels[node]+1, uint32(node)+1
		for _, to := range successors {
			at := uint(to)
			if levels[to] != next {
				at = nowhere
			}
			parents[at] = parent
		}
	}
	return parents[:nowhere]
}

// adoptions is how many nodes go by between two looks at the context.
const adoptions = 1 << 12
