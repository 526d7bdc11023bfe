package reach

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// begin prepares a search of g. It keeps the memory of the last one. It returns an error if an argument or an option cannot be used by this call.
func (b *breadth) begin(ctx context.Context, call string, g mark.Digraph, roots []uint32, options mark.Options) error {
	uses := ask.Uses{Call: call, Why: "it searches by breadth, and of the options only Workers means something there"}
	if err := uses.Check(options); err != nil {
		return err
	}
	nodes, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return err
	}
	b.nodes, b.context, b.done = uint64(nodes), ctx, ctx.Done()
	b.order.reset(b.nodes)
	b.levels.reset(b.nodes + 1)
	b.workers, b.sharing = options.WithDefaults().Workers, sharing{policy.SharedLevel, policy.LevelChunk, policy.ShareTime}
	b.depth, b.low, b.high = 0, 0, 0
	b.distances, b.parents, b.targets, b.wanted, b.several, b.sought = nil, nil, nil, nil, nil, nil
	b.failure.err = nil
	b.ended.Store(false)
	b.hasNil = false
	b.graph = b.open(g)
	_, b.calls = b.graph.(callSource)
	if !b.calls {
		b.workers = min(b.workers, processors())
	}
	return nil
}

// useParents lets the search keep a word for each node: see claimParent.
func (b *breadth) useParents() {
	if uint64(cap(b.spare.parents)) < b.nodes {
		b.spare.parents = make([]small, b.nodes)
	}
	b.parents = b.spare.parents[:b.nodes]
	clear(b.parents)
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
	b.searchers = b.searchers[:0]
	b.addSearcher()
	b.searchers[0].alone = true
	defer faults.Restore(faults.Panic())
	b.searchers[0].guarded(work)
	return b.failure.err
}
