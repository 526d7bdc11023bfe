package reach

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Path returns a shortest path from a root to node: the root first, and node last. It returns nil and no
// error if node is not reachable.
//
// The path is the same in every run, whatever the number of workers. If several nodes of one distance lead to
// the next node of the path, the path has the smallest of them. Memory, options, errors and goroutines are as
// [Paths] says.
func Path(ctx context.Context, g mark.Digraph, roots []uint32, node uint32, options mark.Options) ([]uint32, error) {
	return new(Searcher).Path(ctx, g, roots, node, options)
}

// Paths returns a shortest path to each of nodes, in their order, as [Path] does. One search by breadth finds
// them all. Any goroutine may call Paths.
//
// Of the options only Workers may be set. Any other option is a [*mark.OptionError].
//
// In a [mark.Adjacency] or a [heap.Graph], Paths takes 1 bit for each node of g (2 bits if nodes are several)
// and 4 bytes for each node that is reached. It asks any other graph once for each node that is reached.
// There it takes 4 bytes for each node of g, and 4 for each node that is reached. In both cases add 4 bytes
// for each level, 27 KiB for each worker, and 4 bytes for each node on a path.
//
// The result is nil after an error. The errors are those of [Levels], and one for a number among nodes that
// is not a node of g. All goroutines that Paths has started have ended when it returns.
func Paths(ctx context.Context, g mark.Digraph, roots, nodes []uint32, options mark.Options) ([][]uint32, error) {
	return new(Searcher).Paths(ctx, g, roots, nodes, options)
}

// pathsTo is Paths after most arguments were checked.
func (b *breadth) pathsTo(roots, nodes []uint32) ([][]uint32, error) {
	for _, node := range nodes {
		if uint64(node) >= b.nodes {
			return nil, fmt.Errorf("reach: a path to node %d is out of range: the graph has %d nodes, numbered from 0", node, b.nodes)
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
