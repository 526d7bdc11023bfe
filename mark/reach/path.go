package reach

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Path returns a shortest path from a root to node: the root first, and node last. It says
// why node is reachable. It returns nil and no error if node is not reachable.
//
// The path does not depend on the number of workers. If several nodes of one distance lead to
// the next node of the path, the path has the one with the smallest number. [Paths] says what
// else is to be known: memory, options and errors.
func Path(ctx context.Context, g mark.Digraph, roots []uint32, node uint32, options mark.Options) ([]uint32, error) {
	return new(Searcher).Path(ctx, g, roots, node, options)
}

// Paths returns what [Path] returns for each of nodes, in their order. It searches once for
// all of them, by breadth as [Levels] does, and ends when all of them are found. Any goroutine
// may call it.
//
// Of the options only Workers means something here. Any other is an error (a [*mark.OptionError]).
//
// In a [mark.Adjacency] or a [heap.Graph] Paths finds the levels first. Then it goes back, and
// scans a level a second time to find who leads to the nodes on the paths. It keeps no
// parents. It takes 1 bit for each node of g (2 bits if nodes are several), 4 bytes for each
// node that is reached, and 4 bytes for each level.
//
// If a callback computes the successors, it is asked once for each node that is reached, and
// never again. Paths therefore keeps parents: 4 bytes for each node of g, 4 bytes for each
// node that is reached, and 4 bytes for each level. It finishes the level that has the last
// of nodes.
//
// Each worker takes 27 KiB, and the paths take 4 bytes for each node on them.
//
// An error comes with nil: a path is whole, or there is none. The errors are those of [Levels].
// Besides, it is an error if one of nodes is not a node of g. All goroutines that Paths has
// started have ended when it returns.
func Paths(ctx context.Context, g mark.Digraph, roots, nodes []uint32, options mark.Options) ([][]uint32, error) {
	return new(Searcher).Paths(ctx, g, roots, nodes, options)
}

// pathsTo is Paths after most arguments were checked.
func (b *breadth) pathsTo(roots, nodes []uint32) ([][]uint32, error) {
	for _, node := range nodes {
		if uint64(node) >= b.nodes {
			return nil, fmt.Errorf("reach: a path is asked for to node %d: the graph has %d nodes, numbered from 0", node, b.nodes)
		}
	}
	paths := make([][]uint32, len(nodes))
	if len(nodes) == 0 {
		return paths, nil
	}
	if b.poll(); b.over() { // before it takes memory
		return nil, b.failure.err
	}
	search := b.searchBack
	if b.calls {
		b.useParents()
		search = b.searchParents
	}
	if err := b.run(func() { search(roots, nodes, paths) }); err != nil {
		return nil, err
	}
	return paths, nil
}

// searchParents finds paths along parents that it keeps on the way.
func (b *breadth) searchParents(roots, nodes []uint32, paths [][]uint32) {
	b.targets = slices.Clone(nodes)
	b.search(roots)
	for i, node := range nodes {
		paths[i] = b.pathTo(node)
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
	b.backtrack(nodes, paths)
}

// want says whose paths are asked for.
func (b *breadth) want(nodes []uint32) {
	b.wanted = nodes[:1]
	b.missing.Store(1)
	for _, node := range nodes[1:] {
		if node != nodes[0] && b.several == nil {
			b.several = &b.spare.several
			b.several.Resize(b.nodes)
			b.several.TestAndSet(heap.Ref(nodes[0]))
		}
		if b.several != nil && b.several.TestAndSet(heap.Ref(node)) {
			b.missing.Add(1)
		}
	}
}
