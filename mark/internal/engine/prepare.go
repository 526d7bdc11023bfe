package engine

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// prepare clears everything for a mark of ids below n. All workers are parked.
func (m *Marker) prepare(ctx context.Context, n uint64) {
	m.Marks.Resize(n)
	m.Before = 0
	m.keepMarks(ctx, n)
}

// keepMarks is prepare for a mark that begins with the bits that are set (entry.go).
func (m *Marker) keepMarks(ctx context.Context, n uint64) {
	m.context, m.done = ctx, ctx.Done()
	m.empty(m.dirty)
	m.dirty, m.Stats.Passes = true, 0
	for _, w := range m.workers {
		w.broken, w.looked = false, kernel.Looked{}
		w.Accounts = crew.Accounts{}
		w.Grey, w.Owned, w.stats, w.Lists = stats.Grey{}, stats.Owned{}, stats.Part{}, stats.Lists{}
	}
}

// objects is how many bits Marks has: a multiple of 64.
func (m *Marker) objects() uint64 { return uint64(len(m.Marks.Words())) * 64 }

// empty readies all places where work can lie for another phase. The counts go on. left says that something may lie there,
// because the last phase did not come to its end. All workers are parked.
func (m *Marker) empty(left bool) {
	m.openLedger()
	m.Fit(m.objects(), left)
	if left {
		m.net.Reset()
	}
	m.ranges.Reset()
	for _, w := range m.workers {
		w.Forget()
		w.Processor.Forgets()
		w.Begin(len(m.workers))
		w.stolenInVain, w.othersIdle = 0, false
		w.Member.Reset()
	}
}

// ready gives all workers a scanner and its roots, for a phase whose plan is made. All places are empty.
func (m *Marker) ready(s scanner, roots int) {
	for _, w := range m.workers {
		w.reads(s)
	}
	m.ranges.OpenRoots(uint32(roots))
	m.gather()
}

// decide makes the plan of a mark by this scanner, of as many ids as the bitmap has bits.
func (m *Marker) decide(s scanner) {
	_, calls := s.(*graphScanner)
	m.plan = plan.For(m.Options.Planned(m.Machine.Speculators()), plan.Facts{
		Pace: s.Pace(), IDs: m.Marks.Len(), Calls: calls, Cursors: s.Cursors() != nil,
		Processors: m.crew.Processors(), // once: it takes a lock
		CheapLocks: m.Machine.CheapLocks(kernel.CheapLocks()),
	})
	m.Stats.Plan = m.plan.Plan
}

// gather prepares who takes part in the mark that is about to begin, and who owns mark bits.
// All workers but worker 0 are parked. decide comes first.
func (m *Marker) gather() {
	m.shares = false
	m.net.Prepare(m.plan.Owners, m.objects(), m.plan.Pace.ZeroIsNode)
	m.crew.Gather(m.plan.Team, m.plan.Others, m.plan.Crowded)
	for _, w := range m.workers {
		w.OpenSlots()
		w.setClaimer()
		w.Begin(m.plan.Team)
	}
}
