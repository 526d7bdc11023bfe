package engine

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
)

// This file marks a graph in both directions, if its predecessors are known, too.
//
// Once much of a graph is reached, most successors of what is grey are marked already, and the rest of the mark looks at all of them.
// The mark then turns around. It looks back from each node that is not reached, and stops at the first predecessor that is. Most of the
// edges are never read.
//
// The source is Beamer, Asanovic and Patterson, "Direction-Optimizing Breadth-First Search" (SC 2012). There each step finds one level, so
// a predecessor must be in the level before. A mark has no levels. We change two things. Any reached predecessor is enough, also one
// that this pass has found. On a random graph a pass finds what would be several levels. And a search that turns keeps nothing but the
// mark bits: the stacks, deques, slots and ranges are emptied, as after a mark that has failed.
//
//	     edges lead out of what is grey,
//	     1/alpha of those that are left       a pass has found more than 1/beta
//	ahead ──────────────────────────> pass ────┐ of what is not reached
//	  │  ^                            │  ^     │
//	  │  └──── it has found less ─────┤  └─────┘
//	  v        from these nodes on    v
//	nothing is grey                   it has found nothing
//	         └─────> complete <───────┘
//
// Each of these is a phase: the workers start, find no more work, and sleep. They are those of any mark, and only the scanner is another
// one (bothscan.go). A pass is a mark whose roots are the chunks of the bitmap.
//
//	bitmap    │ words of worker 0 │ stolen by 1 │ ...     each chunk is claimed once (package ranges)
//	           ^ loads any word, stores its own
//
// Invariants:
//
//	B1  A bit is never cleared. All workers are parked between two phases. A phase therefore sees all bits that those before it have set.
//	B2  In a pass the worker that has claimed a chunk is the only writer of its words. It
//	    uses plain stores of whole words.
//	B3  When the first pass begins, each root is marked.
//	B4  If a node is not reached when a pass ends, then none of its predecessors was reached when the pass began.
//	B5  A node that a pass finds is reachable: an edge leads to it from what is reached.
//
// B4: the pass has looked at all predecessors of the node, and has found each of their bits clear. A bit that was set before the pass is seen
// set (B1). A bit that is set meanwhile may be seen or not. A stale load only delays a node: the next pass finds it.
//
// # A complete result
//
// A pass that finds nothing ends the mark. All that is reached was reached when it began. By B4 no edge leads from there to a
// node that is not reached. The roots are reached (B3), so everything reachable is. It takes the whole pass to know
// this. This is "a worker that has found nothing ends the mark":
//
//  1. Worker A looks back from node 1. Its only predecessor, node 2, is not reached.
//  2. Worker B looks back from node 2. It is found.
//  3. A has found nothing in its words. If the mark ended here, node 1 would be lost.
//
// A search forward that was not given up ends the mark, too. It goes on from the nodes F that the last pass has found. Before that
// pass R was reached. By B4 each edge from R leads to R or F, so to what is marked. This is therefore an extension of
// R with roots F (E2 and E3 in entry.go), although the bits of F are set: they are pushed as they are.
//
// # What is dropped at a turn
//
// A grey node that is dropped is marked. Its successors have a reached predecessor, and the next pass finds them. The next pass also
// finds a reference in a slot or a spilt one: it is a successor of a scanned node. Chunks of a huge object are its successors. Only a
// chunk of the roots has no predecessor that would bring it back, hence B3.
//
// # Two writers of a word
//
// B2 needs whole words, and the end of each pass. If workers went from pass to pass alone, a node would be lost:
//
//  1. Worker A is in its second pass. It loads the word of nodes 0 to 63.
//  2. Worker B claimed this word in the first pass, and is late. It stores the word with node 5.
//  3. A stores the word without node 5. B has counted it, and no worker looks for what node 5 leads to.
//
// # What users see
//
// No worker scans a node that a pass has found, so Options.Until would not see it, and with an Until the mark stays forward. It does so,
// too, where set bits do not mean reached: while nodes are left out, and when such a mark is extended. The counts go on over all phases. A
// grey node that is dropped counts as scanned.

// Both marks from these roots, which are nodes. A node is among the predecessors of all its successors, as often as it has them.
func (m *Marker) Both(ctx context.Context, successors, predecessors *kernel.Rows, roots []uint32, starts Start) (begun bool, err error) {
	defer m.blame(&err)
	if err := starts(m, ctx, Extent{uint64(successors.Nodes()), false}); err != nil {
		return false, err
	}
	m.readsRows(successors, roots)
	if m.Options.Until != nil || m.LeftOut {
		m.run(&m.memoryScanner, len(roots))
	} else {
		b := m.bothOf()
		b.back = backScanner{&m.memoryScanner, predecessors}
		m.inBothWays(b, roots, b.turns)
	}
	return true, m.finish()
}

// readsRows readies the scanner of an Adjacency.
func (m *Marker) readsRows(rows *kernel.Rows, roots []uint32) {
	m.memoryScanner = memoryScanner{source.Rows{Rows: rows}, thin.Rows{Rows: chain.Rows{Graph: rows}}, source.Roots{Nodes: roots}, nil}
}

// bothWays is what a Marker has for marks in both directions.
type bothWays struct {
	turns    policy.Turns
	turned   flag          // the search forward was given up
	ahead    aheadScanner  // of the first phase
	onward   onwardScanner // of the others that go forward
	back     backScanner   // of the passes
	frontier []uint32      // the nodes from which the search goes on forward
}

// bothOf returns that of m.
func (m *Marker) bothOf() *bothWays {
	if m.bothWays == nil {
		m.bothWays = &bothWays{turns: policy.DefaultTurns()}
	}
	return m.bothWays
}

// inBothWays is the picture.
func (m *Marker) inBothWays(b *bothWays, roots []uint32, turns policy.Turns) {
	b.turned.Store(false)
	rows := m.memoryScanner.Source.(source.Rows).Rows
	b.ahead = m.ahead(rows, &turns)
	start := m.begin(&b.ahead, len(roots))
	defer m.hush()
	forward, pass := m.plan, m.plan.Pass()
	m.phase(len(roots), start)
	for m.turnsBack(b, roots) {
		found, listed := m.lookBack(b, &pass)
		for listed < found || turns.Again(found, m.unreached()) {
			found, listed = m.lookBack(b, &pass)
		}
		if found == 0 {
			break
		}
		turns.ComeForward()
		b.onward = onwardScanner{m.ahead(rows, &turns)}
		m.lookAhead(b, &forward)
	}
	m.summarize(start, m.crew.Now())
}

// ahead returns the scanner of a search forward that begins now. Each worker begins as if it had scanned one node of the mean degree.
func (m *Marker) ahead(rows *kernel.Rows, turns *policy.Turns) aheadScanner {
	mean := float64(len(rows.Targets)) / float64(max(1, rows.Nodes()))
	for _, w := range m.workers {
		w.greyBefore, w.ahead = w.Marked-w.Scanned, degrees{1, mean}
	}
	return aheadScanner{&m.memoryScanner, rows, int64(turns.Least), turns.EdgeLimit(float64(m.unreached()) * mean)}
}

// unreached is how many nodes are not marked. All workers are parked, here and below.
func (m *Marker) unreached() uint64 {
	n := m.Extent.IDs - m.Before
	for _, w := range m.workers {
		n -= w.Marked
	}
	return n
}

// turnsBack reports whether the search forward was given up. If so, it marks the roots that were not claimed (B3), and
// drops what is left.
func (m *Marker) turnsBack(b *bothWays, roots []uint32) bool {
	if m.failure.err != nil || !b.turned.Load() {
		return false
	}
	b.turned.Store(false)
	for _, root := range roots {
		if !m.Marks.Has(heap.Ref(root)) && m.Marks.TestAndSet(heap.Ref(root)) {
			m.workers[0].Marked++
		}
	}
	m.writeOff()
	m.empty(true)
	return true
}

// lookBack makes a pass. It returns how many nodes were found, and how many of them are in the lists of workers, which lie where their
// stacks are. It returns 0 if the mark has failed.
func (m *Marker) lookBack(b *bothWays, p *plan.Plan) (found, listed uint64) {
	for _, w := range m.workers {
		w.Scanned += uint64(w.looked.Found) // by the pass before, which has left nothing to scan
		w.looked = kernel.Looked{}
		w.probe.Recount() // turnsBack may have written something off, too
	}
	roots := passRoots(len(m.Marks.Words()), b.turns.Words)
	m.empty(false)
	m.plan = *p
	m.ready(&b.back, roots)
	m.phase(roots, m.crew.Now())
	m.Stats.Passes++
	for _, w := range m.workers {
		found, listed = found+uint64(w.looked.Found), listed+uint64(w.looked.Listed)
	}
	if m.failure.err != nil {
		return 0, 0
	}
	return found, listed
}

// lookAhead goes on forward from the nodes that the last pass has found. They are in the lists.
func (m *Marker) lookAhead(b *bothWays, p *plan.Plan) {
	b.frontier = b.frontier[:0]
	for _, w := range m.workers {
		b.frontier = append(b.frontier, w.Refs[:w.looked.Listed]...)
		w.looked = kernel.Looked{}
	}
	m.memoryScanner.roots = source.Roots{Nodes: b.frontier}
	m.empty(false)
	m.plan = *p
	m.ready(&b.onward, len(b.frontier))
	m.phase(len(b.frontier), m.crew.Now())
}
