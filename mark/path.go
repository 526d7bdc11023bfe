package mark

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Path returns a shortest path from a root to node: the root first, and node last. It says
// why node is reachable. It returns nil and no error if node is not reachable.
//
// The path does not depend on the number of workers. Of several nodes that lead to the next
// one of the path from the right distance, it has the one with the smallest number. Everything
// else is as with [Paths].
func Path(ctx context.Context, g Digraph, roots []uint32, node uint32, options Options) ([]uint32, error) {
	paths, err := Paths(ctx, g, roots, []uint32{node}, options)
	if err != nil {
		return nil, err
	}
	return paths[0], nil
}

// Paths returns what [Path] returns for each of nodes, in their order. It searches once for
// all of them. It searches by breadth, as [Levels] does, and ends when all nodes are found.
// Any goroutine may call it.
//
// Of the options only Workers means something here. The others must be valid all the same.
//
// In an [Adjacency] or a [heap.Graph] Paths goes back after the search, level by level. It
// scans each level before that of the last node a second time to find who leads to the
// path. So it keeps no parents: it takes 2 bits for each node of g, and 4 bytes for each node that
// is reached and for each level. (A third bit is for more than one node.) If a callback computes the successors, it
// is asked once for each node that is reached, and never a second time. So there Paths keeps
// parents. It takes 4 bytes for each node of g, 4 for each that is reached, and 4 for each level.
// It finishes the level in which it finds the last node. Besides, each worker takes about 35
// KiB. The paths themselves take 4 bytes for each node on them.
//
// An error comes with nil, because a path is whole or it is of no use. The errors are those of Levels. Also, each of nodes must be a node
// of g. All goroutines have ended when Paths returns.
func Paths(ctx context.Context, g Digraph, roots, nodes []uint32, options Options) ([][]uint32, error) {
	b, err := newBreadth(ctx, g, roots, options)
	if err != nil {
		return nil, err
	}
	for _, node := range nodes {
		if uint64(node) >= b.nodes {
			return nil, fmt.Errorf("mark: a path is asked for to node %d: the graph has %d nodes, numbered from 0", node, b.nodes)
		}
	}
	if len(nodes) == 0 {
		return [][]uint32{}, nil
	}
	paths := make([][]uint32, len(nodes))
	if b.calls {
		err = b.run(func() { b.searchParents(roots, nodes, paths) })
	} else {
		err = b.run(func() { b.searchBack(roots, nodes, paths) })
	}
	if err != nil {
		return nil, err
	}
	return paths, nil
}

// searchParents finds paths along parents that it keeps on the way.
func (b *breadth) searchParents(roots, nodes []uint32, paths [][]uint32) {
	b.parents = make([]small, b.nodes)
	b.targets = slices.Clone(nodes)
	b.searchers[0].found = b.searchers[0].adopt
	b.search(roots)
	for i, node := range nodes {
		paths[i] = b.descent(node)
	}
}

// searchBack finds levels first, and then paths on the way back.
func (b *breadth) searchBack(roots, nodes []uint32, paths [][]uint32) {
	b.useMarks()
	b.want(nodes)
	b.search(roots)
	if b.failure.err != nil {
		return
	}
	b.ended.Store(false)
	b.wayBack(nodes, paths)
}

// want says whose paths are asked for.
func (b *breadth) want(nodes []uint32) {
	b.wanted = nodes[:1]
	b.missing.Store(1)
	for _, node := range nodes[1:] {
		if node != nodes[0] && b.several == nil {
			b.several = heap.NewBitmap(b.nodes)
			b.several.TestAndSet(heap.Ref(nodes[0]))
		}
		if b.several != nil && b.several.TestAndSet(heap.Ref(node)) {
			b.missing.Add(1)
		}
	}
}

// recognize notes the levels of the wanted nodes among fresh. It ends the search if none is
// missing any more.
func (s *searcher) recognize(fresh []uint32) {
	several, only := s.b.several, s.b.wanted[0]
	for _, node := range fresh {
		if several == nil && node != only || several != nil && !several.Has(heap.Ref(node)) {
			continue
		}
		s.hits = append(s.hits, hit{node, s.b.depth})
		if s.b.missing.Add(-1) == 0 {
			s.b.ended.Store(true)
		}
	}
}
