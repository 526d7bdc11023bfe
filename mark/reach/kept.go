package reach

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// Searcher searches by breadth, and keeps its memory from one search to the next. The second search of a
// graph allocates its result and a few hundred bytes. Each method does what the function of its name does,
// and the caller owns the result.
//
// The zero value is ready. One goroutine at a time may use a Searcher. It keeps the working memory of its
// largest search until the Searcher itself is garbage.
type Searcher struct{ b breadth }

// Search does what the function [Search] does.
func (s *Searcher) Search(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*Tree, error) {
	if err := s.b.begin(ctx, "reach.Search", g, roots, options); err != nil {
		return nil, err
	}
	defer s.release()
	return s.b.tree(g, roots)
}

// Levels does what the function [Levels] does.
func (s *Searcher) Levels(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*Distances, error) {
	if err := s.b.begin(ctx, "reach.Levels", g, roots, options); err != nil {
		return nil, err
	}
	defer s.release()
	return s.b.levelsFrom(roots)
}

// Path does what the function [Path] does.
func (s *Searcher) Path(ctx context.Context, g mark.Digraph, roots []uint32, node uint32, options mark.Options) ([]uint32, error) {
	paths, err := s.paths(ctx, "reach.Path", g, roots, []uint32{node}, options)
	if err != nil {
		return nil, err
	}
	return paths[0], nil
}

// Paths does what the function [Paths] does.
func (s *Searcher) Paths(ctx context.Context, g mark.Digraph, roots, nodes []uint32, options mark.Options) ([][]uint32, error) {
	return s.paths(ctx, "reach.Paths", g, roots, nodes, options)
}

func (s *Searcher) paths(ctx context.Context, call string, g mark.Digraph, roots, nodes []uint32, options mark.Options) ([][]uint32, error) {
	if err := s.b.begin(ctx, call, g, roots, options); err != nil {
		return nil, err
	}
	defer s.release()
	return s.b.pathsTo(roots, nodes)
}

// release lets go of what belongs to the caller.
func (s *Searcher) release() {
	b := &s.b
	b.graph, b.memory, b.rows, b.arena = nil, memory{}, kernel.Rows{}, source.Arena{}
	b.context, b.done, b.distances, b.targets, b.wanted = nil, nil, nil, nil, nil
}
