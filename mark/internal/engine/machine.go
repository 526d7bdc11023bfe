package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
)

// This file is what a worker does instead in virtual time, because it costs something (package virtual), and what is told
// about it there.

// followFor is Follow of package source, in virtual time of one node after the other.
func (s *memoryScanner) followFor(w *worker, marks []kernel.Plain, stack []uint32) (scanned, found int, beyond source.Beyond) {
	if w.Processor == nil {
		return s.Follow(marks, stack, policy.BatchObjects)
	}
	for found = 1; found == 1 && scanned < policy.BatchObjects && !beyond.Found; scanned++ {
		one, successors := source.Small(s.Source, stack[:1])
		if one == 0 {
			break
		}
		w.Processor.Chases(one, successors)
		_, found, beyond = s.Follow(marks, stack, 1)
	}
	return scanned, found, beyond
}

// lookAhead is a round of this worker's cursors. It returns false if they rest.
func (w *worker) lookAhead() bool {
	w.Processor.Foresees()
	steps := w.Chains.Visited
	moved := w.Chains.Round()
	w.Processor.Foresaw(w.Chains.Visited - steps)
	return moved
}

// Holds returns what a worker has: locally, of its ranges as chunks that are not claimed, and on the way to owners, less
// what it has got from there. It is for virtual time, where no other worker runs meanwhile.
func (m *Marker) Holds(worker int) (local *work.Local, chunks, mail int) {
	w := m.workers[worker]
	return &w.Local, m.ranges.Left(worker), w.Unsent() + int(w.RefsForwarded+w.SpillAdded-w.RefsReceived-w.RefsSpilt-w.SpillTaken)
}

// Part is how many workers can take part in this mark. alone says that one of them holds the exclusive bit.
func (m *Marker) Part() (workers int, alone bool) { return m.plan.Others + 1, m.crew.Held() }

// Crew, Visible and Awaited are for tests that look between any two events of virtual time whether what others rely on holds.
func (m *Marker) Crew() *crew.Crew { return &m.crew }

// Visible reports whether a place from which every worker may take seems to hold work.
func (m *Marker) Visible() bool { return m.workVisible() }

// Awaited reports whether something waits for a worker as an owner of mark bits.
func (m *Marker) Awaited(worker int) bool { return m.net.WaitsFor(worker) }
