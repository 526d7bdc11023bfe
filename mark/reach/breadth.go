package reach

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// breadth is a search by breadth: it finds the nodes of a graph level by level. Level 0 are
// the roots, and level d+1 are the nodes to which nodes of level d lead, if no level before
// has them. So the level of a node is its distance from the roots.
//
//	order   [ roots | level 1 | level 2 | ... ]   the nodes that were found
//	levels    0       r         ...               where in order each level begins
//
// This is the search of Moore, "The Shortest Path Through a Maze" (1959).
//
// The nodes of a level are found in no particular order, and several goroutines may find
// them at once. But no node of a level is scanned before the level is complete. So what the
// search says about levels never depends on who was faster.
type breadth struct {
	graph   successors
	memory  memory       // the graph, if it lies in memory:
	rows    kernel.Rows  // an Adjacency,
	arena   source.Arena // or a heap
	calls   bool         // the source calls a user's code
	hasNil  bool         // successor 0 is nil, as in a heap
	nodes   uint64       // their numbers are below it
	order   pages
	levels  pages
	context context.Context
	done    <-chan struct{} // context.Done(): nil if it cannot be cancelled

	sharing   sharing
	searchers []*searcher // the first one is the caller's goroutine
	workers   int         // how many of them there may be
	next      counter     // in a shared level: the first position that nobody has taken
	growing   mutex       // in a shared level: who holds it may reserve places in order

	marks     heap.Bitmap  // nodes that were found; not used if there are parents
	depth     uint32       // the level that is being found
	low       uint64       // where in order the level that is being scanned begins
	high      uint64       // and where it ends
	distances []uint32     // by node: 1 more than its level, and 0 if it was not found; or nil
	parents   []small      // by node: see claimParent; or nil
	targets   []uint32     // with parents: nodes whose paths are asked for, and that may not be found yet
	wanted    []uint32     // without parents: the first node whose path is asked for
	several   *heap.Bitmap // a bit for each of these nodes, if there are several
	missing   counter      // how many of these are not found yet
	sought    *sought      // on the way back

	ended   flag // everybody shall stop
	failure struct {
		mutex
		err error
	}
}

// newBreadth returns a search of g, or an error if an argument or an option cannot be used.
func newBreadth(ctx context.Context, g mark.Digraph, roots []uint32, options mark.Options) (*breadth, error) {
	nodes, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	if err := options.Validate(); err != nil {
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
		if b.over() || b.parents != nil && b.foundAll() {
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

// over says whether everybody shall stop.
func (b *breadth) over() bool { return b.ended.Load() }

// fail ends the search with an error. Only the first error counts.
func (b *breadth) fail(err error) {
	b.failure.Lock()
	if b.failure.err == nil {
		b.failure.err = err
	}
	b.failure.Unlock()
	b.ended.Store(true)
}

// poll ends the search if its context has been cancelled.
func (b *breadth) poll() {
	select {
	case <-b.done:
		b.fail(fmt.Errorf("reach: stopped before it was complete: %w", context.Cause(b.context)))
	default:
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
