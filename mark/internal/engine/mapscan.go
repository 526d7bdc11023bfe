package engine

import (
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
)

// This file marks a heap whose arena is a mapped file, and may be larger than the memory. There
// an object whose page is not in memory costs a wait for the disk, which is a thousand times
// as long as a cache miss. It pays to scan all grey objects of a page at once, and to ask for many
// pages at once.
//
// A stack does neither. Its next object lies anywhere. A worker does not keep what it has marked on its stack. It
// puts it off: into the pending bitmap, which is sorted by address because it is a bitmap. And
// a worker that is out of work takes the next objects from the bitmap in the order of their addresses. It
// asks for all their pages, and scans them. The workers go through the file from its beginning to its end,
// round after round, and read only the pages on which something is grey.
//
// The sources are two. Pearce, Gokhale and Amato, "Multithreaded Asynchronous Graph Traversal for
// In-Memory and Semi-External Memory" (SC 2010): the marks lie in memory, the edges on a disk,
// and the vertices that wait are sorted by their numbers. Eclipse OMR: overflowed objects have a second
// mark bit, and are found by a walk through the heap (package overflow). We change one thing of
// each: there are no queues to sort, and the second bit is not for an emergency.
//
//	file      | page | page | page | page | page | page | page | page |
//	pending      ..1...........11.1..........1........1..............
//	                           ^
//	                           └── InOrder.Last: here the next turn goes on, upwards
//	                           |<- near ->|
//	turn      takes 1024 refs, asks for their pages, and puts the refs on the private stack
//	claim     what is near stays on the stack, all other refs become bits of pending
//
// A near object is on the pages that the worker has just asked for, or not far from them. It costs no
// wait, so it stays on the stack. A tree in allocation order is still marked depth-first.
//
// All this is for pages that are on the disk. A file that the system has in memory is marked as a copy is, because two workers
// would take 2 to 5 times as long to go through it in order. [heap.Heap.InMemory] says at the beginning which it is. It looks at a
// sample only, and the system may need the memory later. Therefore each worker watches, and goes over to the
// order of addresses when this process has waited for some pages:
//
//	in memory ── lone, owned, shared ──┬── watch: pages came from the disk ──> far, until the mark ends
//	on disk ───────────────────────────┘
//
// Invariants:
//
//  1. A ref is put off by the worker that has marked it, and so at most once.
//  2. The pending bitmap is a shared place, and a worker puts off only while it is active. The
//     rules T1 to T3 and X6 of package crew therefore hold as they do for publish. No worker is
//     woken here: the worker that takes refs from the bitmap wakes another one if more are left.
//     TestMappedSchedules explores it.
//  3. While the frontier is thin and the pending bitmap is empty, all refs stay on the
//     stack. A list would go through the bitmap object by object, and gain nothing.
//  4. Each worker goes over by itself, between two claims, and never back. It wakes no worker. Any worker may put off what it has
//     marked at any time, by 2, and may take from the bitmap what others have put off, in order or not. Owners stay: they mark what
//     they got, and put that off, too.
//
// The cost, in a heap that is larger than the memory: each round reads at most the whole file, once and in
// order. The number of rounds is at most that of the levels of a search by breadth, but for thin
// frontiers. These wait for the disk once for each object that is not near the one before
// it. docs/performance.md compares this way with other ways.

// scannerOf returns the scanner for h, whose memory m.arena is. The last two parameters are those of package record.
func (m *Marker) scannerOf(h *heap.Heap, roots []heap.Ref, recorder record.Scanned, coldAfter int) scanner {
	s := &m.memoryScanner
	s.Source, s.thinner, s.roots.Refs, s.recorder = &m.arena, thin.Heap{Heap: &m.arena.Heap}, roots, recorder
	if !m.arena.Mapped {
		return s
	}
	m.mappedScanner = mappedScanner{s}
	for _, w := range m.workers {
		w.InOrder = work.InOrder{Ahead: h.Ahead(), PutsOff: m.arena.OnDisk, ColdIn: coldAfter}
	}
	return &m.mappedScanner
}

// scan looks whether pages are on the disk after all.
func (s *mappedScanner) scan(w *worker, batch []uint32) {
	w.watch()
	s.memoryScanner.scan(w, batch)
}

// watch lets this worker put off what is far from now on, if this process has waited for the disk.
func (w *worker) watch() {
	w.ColdIn--
	if !w.PutsOff && (w.ColdIn == 0 || w.Ahead.Waited()) {
		w.PutsOff = true
		w.setClaimer()
	}
}

// scanChunk asks for the pages of a part of a huge object. The next part lies behind it, so Ahead
// asks for more.
func (s *mappedScanner) scanChunk(w *worker, c ranges.Chunk) {
	if w.watch(); w.PutsOff && !c.Roots {
		w.Ahead.Ask([]uint32{c.Object + c.Low/2})
	}
	s.memoryScanner.scanChunk(w, c)
}

// follow is for lists. If other objects wait, it is no list.
func (s *mappedScanner) follow(w *worker) bool {
	if w.watch(); w.PutsOff {
		if !w.m.Pending.Empty() {
			return false
		}
		w.Ahead.Ask(w.Refs[w.Top-1 : w.Top])
	}
	return s.memoryScanner.follow(w)
}

// thinRound leaves all objects to scan: without speculation it would gain little.
func (s *mappedScanner) thinRound(*worker, bool) bool { return false }
