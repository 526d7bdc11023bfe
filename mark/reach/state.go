package reach

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// This file is what a search has, for all searchers and for each of them. The other files are layers on it:
//
//	path.go  levels.go  tree.go   the questions
//	backtrack.go          the way back
//	breadth.go            the search
//	share.go              a large level is shared
//	searcher.go           a part of a level
//	seek.go  parents.go   what is sought in it, on the way back and on the way forward
//	scan.go  claim.go  source.go  pages.go

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
// them at once. But no node of a level is scanned before the level is complete. The
// levels that the search gives therefore never depend on who was faster.
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
	spare     struct {     // memory for the next search
		parents []small
		levels  []uint8 // by node, for adopt
		several heap.Bitmap
		sought  sought
	}

	ended   flag // everybody shall stop
	failure struct {
		mutex
		err error
	}
}

// sharing says when a level is shared, and how. Tests make it small.
type sharing struct {
	level uint64        // a level of so many nodes is shared
	chunk uint64        // and a searcher takes so many at once
	time  time.Duration // if a callback computes the successors: how long the rest of a shared level takes at least
}

// searcher is a worker of a search by breadth. Only its own goroutine touches it while a
// level is shared.
type searcher struct {
	b     *breadth
	alone bool              // nobody else is at work, now and until this searcher shares a level
	found func(to []uint32) // what to do with successors on the way forward: claim or claimParent
	seeks func(to []uint32) // and on the way back: matchTargets

	asked, approached uint64 // up to which position the memory has been asked

	candidates [policy.BatchObjects * kernel.SmallRefs]uint32     // successors of a batch
	large      [policy.ChunkRefs]uint32                           // successors of one node
	fresh      [2 * policy.BatchObjects * kernel.SmallRefs]uint32 // nodes that were found, and are not yet in order
	count      int                                                // how many these are
	hits       []hit                                              // wanted nodes that were found

	follows int // how many levels of one node it has scanned

	word   uint32 // what claimParent writes
	parent uint32 // the node that word stands for

	asking             bool     // the user's code is running
	current            uint32   // the node whose successors it is asked for
	successors, buffer []uint32 // what it has returned, and what it may append to

	sizer batchSizer
	best  []uint32                    // on the way back: the parents that this searcher has found
	bound uint32                      // no node with this number or a larger one can be a better parent
	kept  [policy.BatchObjects]uint32 // the nodes of a batch below bound
	met   bool                        // somebody is sought among the successors of the batch
	_     [64]byte                    // what lies behind it is on another cache line
}

// hit is a wanted node and its level.
type hit struct{ node, depth uint32 }

// sought are the nodes of one level whose parents are looked for.
type sought struct {
	nodes  []uint32    // in ascending order
	others heap.Bitmap // the bits of all other nodes are set; not used for a single node
}

// successors are where a search by breadth gets the successors of nodes from. The first three methods are
// those of [source.Source].
type successors interface {
	Prefetch(nodes []uint32)
	Approach(nodes []uint32)
	Collect(nodes, out []uint32) (successors, taken int)
	// piece copies successors of a node to s.large, from number first on, and returns how
	// many they are. It returns 0 behind the last one, and after an error. A searcher calls
	// it with first 0 before it calls it with another number.
	piece(s *searcher, node, first uint32) int
}

// memory is a graph in memory: a [heap.Heap] or a [mark.Adjacency].
type memory struct{ source.Source }

// callSource is any other [mark.Digraph]: each node costs a call.
type callSource struct{ mark.Digraph }

// over says whether all searchers shall stop.
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

// nodesAt returns the nodes at the positions low and behind it: those before high, or fewer if a page
// of order ends before. On the way back positions count from the end of order:
//
//	order      [ a | b  c | d  e | f ]
//	forward      0   1  2   3  4   5
//	back         5   4  3   2  1   0
func (b *breadth) nodesAt(low, high uint64) []uint32 {
	if b.sought == nil {
		return b.order.from(low, high)
	}
	return b.order.until(b.order.length-high, b.order.length-low)
}

// useMarks lets the search keep a bit for each node.
func (b *breadth) useMarks() {
	b.marks.Resize(b.nodes)
	if b.hasNil {
		b.marks.Words()[0].Or(1) // nil counts as found
	}
}
