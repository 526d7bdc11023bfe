package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// This file is what workers other than the marker do for it while the frontier is thin.
//
// A speculator is an idle worker. It has left (terminate.go), so the end of the mark does not
// wait for it to find anything. It holds no grey object, reads no mark bit, and adds to no
// shared place but the shortcut table. The marker may store mark bits plainly beside it.
//
//	marker       ── thin, a trial was a success ── wants ── harvest ── ...
//	                                                 │         ^
//	                                   wake one or two         │ shortcuts
//	                                                 v         │
//	speculator   ── sleeps ─────────── join: refused ── rounds of cursors ── done, or no
//	                                                                    longer wanted: await
//
// What holds:
//
//	S1  A speculator looks at the detector after every few rounds. It goes back to await
//	    once the mark is over, or nobody holds the exclusive bit, or nobody wants it.
//	S2  Nobody returns from a mark before all speculators have stopped: drain waits until
//	    they are parked. So nobody reads an arena that its owner has unmapped.
//	S3  A worker speculates only after a look that found the exclusive bit set. So
//	    somebody is active, and await need not declare the end.

// prepareSpeculation decides whether this mark may speculate. All workers but worker 0 are
// parked. gather comes first.
func (m *Marker) prepareSpeculation(s scanner) {
	g, calls := s.(*graphScanner)
	forced := m.options.Tuning.Speculation == tune.SpeculationForce
	m.speculators = m.mayHelp()
	possible := m.maySpeculate(s, calls)
	if !possible {
		m.speculators = 0
	}
	m.asks = possible && calls
	gate := policy.NeverSpeculates()
	if possible {
		objects := m.marks.Len()
		if !calls && !m.pace.ZeroIsNode {
			objects /= 2 // an object of a heap has two granules at least
		}
		if m.table.Fit(2*objects, forced); calls {
			m.table.FitSpaced(2*objects, min(policy.CallSpacing, uint64(m.table.Spacing())))
		}
		m.hints.Reset()
		m.callGate = policy.NewCallGate(objects, forced)
		switch {
		case calls: // see askThin
		case forced:
			gate = policy.AlwaysSpeculates()
		default:
			gate = policy.NewGate(objects)
		}
	}
	for _, w := range m.workers {
		w.gate, w.spell = gate, 0
		if calls {
			w.calls.Nodes = g.nodes
			w.chains.Begin(w.calls)
		} else {
			w.chains.Begin(s.source())
		}
	}
}

// maySpeculate reports whether anybody may speculate in this mark. In a graph whose successors a
// callback computes, only idle workers do.
func (m *Marker) maySpeculate(s scanner, calls bool) bool {
	o := m.options
	switch {
	case o.Tuning.Speculation == tune.SpeculationOff || !m.thins || !m.excludes:
		return false
	case calls:
		return m.speculators > 0
	}
	return s.source() != nil && (o.Tuning.Speculation == tune.SpeculationForce || !m.pace.Small())
}

// mayHelp is how many idle workers may speculate. Without a processor of its own a speculator
// would only slow the marker down, unless it waits in a callback.
func (m *Marker) mayHelp() int {
	n := min(policy.Speculators, m.team-1)
	switch {
	case m.options.Tuning.Speculation == tune.SpeculationAuto && m.pace.Computes:
		return min(n, m.available-1)
	case m.options.Tuning.Speculation == tune.SpeculationAuto || m.options.Tuning.Speculation == tune.SpeculationForce:
		return n
	}
	return 0
}

// wantSpeculators says whether the marker wants speculators. If so, it wakes as many as are
// missing: when it begins to want them, and when a harvest has paid, because those that found
// nothing for long may have parked.
func (w *worker) wantSpeculators(paid bool) {
	if w.m.speculators == 0 {
		return
	}
	if wanted := w.gate.Active(); w.m.hints.Want(wanted) && wanted || paid {
		w.wake(w.m.speculators - w.m.hints.Enlisted())
	}
}

// speculates makes rounds of cursors for the marker. It returns false if it did not make any.
// The caller is in await: it has left, and its last look found somebody active.
func (w *worker) speculates() (any bool) {
	m := w.m
	if m.asks && w.id == 0 { // C1 in thincalls.go
		return false
	}
	if !m.hints.Wanted() || !m.detector.held() || !m.hints.Enlist(m.speculators) {
		return false
	}
	defer m.hints.Discharge()
	w.turn(ActivitySpeculate)
	w.chains.Paid()
	w.chains.Far = true
	for m.hints.Wanted() && m.detector.held() && w.chains.Round() {
		any = true
		w.chains.Paid()
	}
	w.turn(ActivityLook)
	return any
}
