package engine

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
)

// This file is what the scanners of a mark in both directions do besides that of an Adjacency. both.go says which of them
// runs when.

// aheadScanner scans forward, and gives the phase up when so much is grey that it pays to look back.
type aheadScanner struct {
	*memoryScanner
	rows  *kernel.Rows
	least int64   // so many nodes are grey
	limit float64 // and so many edges lead out of what is grey, of all workers together
}

// degrees are of the nodes that a worker has scanned ahead. Those of what is grey are not known before it is scanned. In a graph with hubs
// they are as large as these, because most edges lead to hubs, and far larger than the mean of all nodes.
type degrees struct{ nodes, edges float64 }

func (s *aheadScanner) scan(w *worker, batch []uint32) {
	s.memoryScanner.scan(w, batch)
	w.ahead.nodes += float64(len(batch))
	w.ahead.edges += float64(s.rows.Edges(batch))
	s.mayTurn(w)
}

func (s *aheadScanner) scanChunk(w *worker, c ranges.Chunk) {
	s.memoryScanner.scanChunk(w, c)
	s.mayTurn(w)
}

// grown is how many nodes this worker has made grey in this phase, less those that it has scanned. It may be below 0.
func (w *worker) grown() int64 { return int64(w.Marked - w.Scanned - w.greyBefore) }

// mayTurn ends the phase for all workers. It ends as a mark that has failed does, but there is no error.
func (s *aheadScanner) mayTurn(w *worker) {
	grey := w.grown()
	edges := float64(grey) * w.ahead.edges / w.ahead.nodes
	if grey >= s.least && edges*float64(w.m.plan.Team) >= s.limit { // others have about as much
		w.m.bothWays.turned.Store(true)
		w.m.crew.Abort()
		w.m.crew.WakeWorker(0)
	}
}

// onwardScanner is an aheadScanner whose roots are nodes that the last pass has found. Their bits are set, so they are pushed as
// they are.
type onwardScanner struct{ aheadScanner }

func (s *onwardScanner) scanChunk(w *worker, c ranges.Chunk) {
	if !c.Roots {
		s.aheadScanner.scanChunk(w, c)
		return
	}
	n := int(c.High - c.Low)
	s.roots.Copy(w.Refs[w.Top:w.Top+n], c.Low)
	w.Top += n // Pushed would count them again
}

// backScanner makes a pass. Its roots are not nodes. Each chunk of them stands for some words of the bitmap, and no node is ever
// pushed. Therefore scan and the others of memoryScanner are not called.
type backScanner struct {
	*memoryScanner
	predecessors *kernel.Rows
}

// passRoots is how many roots stand for a bitmap of that many words, if a chunk is some of them.
func passRoots(words, chunk int) int { return (words + chunk - 1) / chunk * policy.ChunkRefs }

func (s *backScanner) scanChunk(w *worker, c ranges.Chunk) {
	marks, words := w.m.Marks.Words(), w.m.bothWays.turns.Words
	low := int(c.Low/policy.ChunkRefs) * words
	l := s.predecessors.LookBack(marks, low, min(low+words, len(marks)), w.Refs[w.looked.Listed:])
	w.Marked += uint64(l.Found)
	w.looked.Found += l.Found
	w.looked.Listed += l.Listed
	if l.Bad {
		w.fail(fmt.Errorf("mark: node %d has wrong predecessors: the reverse Adjacency was changed while it was read", l.Wrong))
	}
}
