package reach

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// newBreadth returns a search of g, or an error if an argument cannot be used. The options are those of searches.
func newBreadth(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*breadth, error) {
	nodes, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	b := &breadth{
		nodes: uint64(nodes), context: ctx, done: ctx.Done(),
		order: newPages(uint64(nodes)), levels: newPages(uint64(nodes) + 1),
		workers: options.WithDefaults().Workers, sharing: sharing{policy.SharedLevel, policy.LevelChunk, policy.ShareTime},
	}
	b.graph = b.open(g)
	_, b.calls = b.graph.(callSource)
	if !b.calls {
		b.workers = min(b.workers, processors())
	}
	return b, nil
}

// search is breadth-first search.
func (b *breadth) search(roots []uint32) {
	b.poll()
	b.enter(roots)
	for b.high < b.order.length {
		low, high := b.high, b.order.length
		b.high = high
		b.levels.add(uint32(low))
		if b.over() || b.targets != nil && b.foundAll() {
			return
		}
		b.low = low
		b.depth++
		if high-low == 1 && !b.calls {
			b.searchers[0].follow(b.order.at(low))
		} else {
			b.scanLevel(low, high)
		}
	}
}

// enter finds the roots.
func (b *breadth) enter(roots []uint32) {
	s := b.searchers[0]
	s.word = rootWord
	for len(roots) > 0 && !b.over() {
		n := copy(s.large[:], roots)
		s.found(s.large[:n])
		s.flush()
		roots = roots[n:]
	}
}

// run calls work on the caller's goroutine, and returns the search's error.
func (b *breadth) run(work func()) error {
	b.searchers = []*searcher{newSearcher(b)}
	b.searchers[0].alone = true
	defer faults.Restore(faults.Panic())
	b.searchers[0].guarded(work)
	return b.failure.err
}
