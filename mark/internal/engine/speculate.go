package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// This file is what workers other than the marker do for it while the frontier is thin.
//
// A speculator is an idle worker. It has left (package crew), so the end of the mark does not
// wait for it to find anything. It holds no grey object, reads no mark bit, and adds to no
// shared place but the shortcut table. The marker may store mark bits plainly beside it.
//
//	marker       ── thin, a trial was a success ── wants ── harvest ── ...
//	                                                 │         ^
//	                                   wake one or two         │ shortcuts
//	                                                 v         │
//	speculator   ── sleeps ─────────── join: refused ── rounds of cursors ── done, or no
//	                                                                    longer wanted: Await
//
// Invariants:
//
//	S1  A speculator looks at the detector after every few rounds. It goes back to Await
//	    once the mark is over, or no worker holds the exclusive bit, or it is not wanted.
//	S2  No mark returns before all speculators have stopped: Drain waits until they are
//	    parked. No speculator therefore reads an arena that its owner has unmapped.
//	S3  A worker speculates only after a look that found the exclusive bit set. A worker
//	    is active then, and Await need not declare the end.

// prepareSpeculation readies what the plan of this mark says. All workers but worker 0 are
// parked.
func (m *Marker) prepareSpeculation(s scanner) {
	p := &m.plan
	if p.Speculates {
		if m.table.Fit(2*p.Objects, p.Forced); p.Asks {
			m.table.FitSpaced(2*p.Objects, min(policy.CallSpacing, uint64(m.table.Spacing())))
		}
		m.hints.Reset()
		m.callGate = policy.NewCallGate(p.Objects, p.Forced)
	}
	gate := p.Gate()
	g, calls := s.(*graphScanner)
	for _, w := range m.workers {
		w.Gate, w.Helpers, w.spell = gate, p.Speculators, 0
		if calls {
			w.calls.Nodes = g.nodes
			w.Chains.Begin(w.calls)
		} else {
			w.Chains.Begin(s.Cursors())
		}
	}
}

// Speculate is of crew.Work: it makes rounds of cursors for the marker. It returns false if it did not make any.
// The caller is in Await: it has left, and its last look found a worker active.
func (w *worker) Speculate() (any bool) {
	m := w.m
	if m.plan.Asks && w.id == 0 { // C1 in thincalls.go
		return false
	}
	if !m.hints.Wanted() || !m.crew.Held() || !m.hints.Enlist(m.plan.Speculators) {
		return false
	}
	defer m.hints.Discharge()
	w.probe.Turn(timeline.ActivitySpeculate)
	w.Chains.Paid()
	w.Chains.Far = true
	for m.hints.Wanted() && m.crew.Held() && w.lookAhead() {
		any = true
		w.Chains.Paid()
	}
	w.probe.Turn(timeline.ActivityLook)
	return any
}
