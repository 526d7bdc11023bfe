package reach

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// LevelsShared, PathsShared and SearchShared are Levels, Paths and Search that share every level of two nodes or
// more, node by node. Workers may be more than processors.
func LevelsShared(ctx context.Context, g mark.Digraph, roots []uint32, workers int) (*Distances, error) {
	b, err := sharesAll(ctx, g, roots, workers)
	if err != nil {
		return nil, err
	}
	return b.levelsFrom(roots)
}

func PathsShared(ctx context.Context, g mark.Digraph, roots, nodes []uint32, workers int) ([][]uint32, error) {
	b, err := sharesAll(ctx, g, roots, workers)
	if err != nil {
		return nil, err
	}
	return b.pathsTo(roots, nodes)
}

func SearchShared(ctx context.Context, g mark.Digraph, roots []uint32, workers int) (*Tree, error) {
	b, err := sharesAll(ctx, g, roots, workers)
	if err != nil {
		return nil, err
	}
	return b.tree(g, roots)
}

func sharesAll(ctx context.Context, g mark.Digraph, roots []uint32, workers int) (*breadth, error) {
	b := new(breadth)
	if err := b.begin(ctx, "reach.Paths", g, roots, mark.Options{}); err != nil {
		return nil, err
	}
	b.workers, b.sharing = workers, sharing{level: 2, chunk: 1}
	return b, nil
}
