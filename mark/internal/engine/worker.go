package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// scanner knows what a grey object is. The marker calls it once for a batch or a
// chunk, never for a single object or reference.
type scanner interface {
	// ahead asks the memory for what will be scanned soon.
	ahead() prefetcher
	// scan scans the objects of batch. It marks the white objects that they refer to,
	// and pushes these on w's stack. The stack has room for policy.BatchObjects *
	// kernel.SmallRefs of them. Some objects have references that scan does not
	// collect with the others. After each of these scan calls w.makeRoom. An object
	// with more than policy.ChunkRefs references goes to w.slice.
	scan(w *worker, batch []uint32)
	// follow scans the only grey object of a lone worker. If this leads to a single
	// object again, follow goes on with that one, and so on. It returns false if it
	// leaves the object to scan.
	follow(w *worker) bool
	// thinRound scans what is grey while the frontier is thin (package thin). If speculates is
	// true, it harvests, and each cursor of w makes a step. It returns false if it leaves an
	// object to scan.
	thinRound(w *worker, speculates bool) bool
	// Cursors is what cursors walk; nil if they cannot.
	Cursors() chain.Source
	// scanChunk does what scan does, for a chunk of the roots or of a huge object.
	scanChunk(w *worker, c ranges.Chunk)
	Pace() policy.Pace
	// Outside is the error of a reference that leads beyond the bitmap.
	Outside(to uint32) error
}

// prefetcher asks the memory for the objects of a batch that will be scanned soon (Prefetch). Half way between
// this and the scan it asks for what these objects lead to (Approach). A worker holds it beside its scanner, so
// that it costs one call for a batch.
type prefetcher interface {
	Prefetch(batch []uint32)
	Approach(batch []uint32)
}

// claimer is how a worker sets mark bits. It is a value, so that no scan asks who may set which: a
// worker gets another one when it gets the exclusive bit, and when it clears it (setClaimer).
//
//	                    ┌── owned    plain stores to its own segments; the rest goes to the owners
//	one of several ─────┤
//	      ^  │          └── shared   atomic instructions, where a bit seems to be clear
//	clear │  │ exclude
//	      │  v
//	holder of the bit ───── lone     plain stores to all
//
// In a mapped heap lone and shared come with far, which puts off what is far away: see mapscan.go.
//
// claim marks the white objects among candidates, and pushes them on the private stack, which
// must have room for all candidates. It overwrites candidates. If a candidate lies beyond the bitmap,
// it stops, and the mark has failed.
type claimer interface {
	claim(w *worker, candidates []uint32)
}

// worker is the private part. Only its own goroutine touches it during a mark.
type worker struct {
	m            *Marker
	id           int
	scanner      scanner
	prefetcher   // of the scanner
	claimer      claimer
	othersIdle   bool        // some worker was idle at the last look
	mayShow      bool        // while this worker holds the bit: it may have published something
	broken       bool        // a deque has panicked while this worker was about to park
	stolenInVain int         // after how many thefts in a row the own deque was empty all the same
	wanted       func() bool // for the lobby; made once, so that parking allocates nothing

	work.Local // the grey refs that it holds, or has put where others can take them

	*buffers

	forward.End // where references to bits of other owners go, and come from

	thin.Front // how it goes along a thin frontier

	policy.Thief               // whom this worker robs, and when
	asked                      // the user's code, and what a graph of the user answered
	foresight                  // how this worker speculates in a user's graph
	crew.Member                // whether it is active or marks alone, and to whom idle time is charged
	looked       kernel.Looked // what it has found in the last pass of a mark in both directions
	greyBefore   uint64        // Marked - Scanned when its search forward began
	ahead        degrees       // what this search has scanned
	stats        stats.Part
	probe        *probe.Recorder // what it does when; nil if that is not recorded
	_            [64]byte        // what lies behind it is on another cache line
}

// reads gives a worker its scanner.
func (w *worker) reads(s scanner) { w.scanner, w.prefetcher = s, s.ahead() }

// buffers are memory of a worker that lives as long as it does. They are apart because a worker that
// is never woken does not get them (equip).
type buffers struct {
	candidates [policy.BatchObjects * kernel.SmallRefs]uint32 // references of a batch
	large      [policy.ChunkRefs]uint32                       // references of one object or chunk
	spilt      [policy.RecoverRefs]uint32                     // references that were spilt
}

// asked is what a worker remembers of the user's code while it scans a batch.
type asked struct {
	calling    Call                     // which code of the user is running
	current    uint32                   // the node that this code was asked about
	successors []uint32                 // of all nodes of the batch, one node's after the other's
	ends       [policy.BatchObjects]int // where in successors each node's end
}

// foresight is what a worker needs to speculate in such a graph.
type foresight struct {
	calls    *chain.Calls
	foreseen []uint32 // the successors of one node
	foresees bool     // the user's code is running, for a speculator
	spell    uint64   // the marker's: the spell of the exclusive bit that it knows, from 1
}

// memoryScanner scans the nodes of a source that lies in memory: the arena of a heap, or the rows of
// a mark.Adjacency.
type memoryScanner struct {
	source.Source
	thinner
	roots    source.Roots
	recorder record.Scanned // is told the order of scanning, if not nil
}

// thinner scans a thin frontier of one kind of source: see thinRound of scanner.
type thinner interface {
	Round(f *thin.Front, marks []kernel.Plain, speculates bool) bool
}

// mappedScanner is what the scan of a mapped file does besides: it asks for pages.
type mappedScanner struct{ *memoryScanner }

// graphScanner scans the nodes of a user's graph.
type graphScanner struct {
	graph Callback
	nodes uint32
	roots []uint32
}
