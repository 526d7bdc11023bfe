package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// The shortcut table, the hints, the cursors and the gate are the marker's own. Only the
// time is virtual: what a round of cursors takes, and what the gate reads from the clock. File
// speculate.go of package engine has the same functions as this one, and the reasons.

// speculation is what the workers share to follow chains ahead of the marker.
type speculation struct {
	table  chain.Table
	hints  chain.Hints
	source *chain.Heap
}

// wantSpeculators says whether w, which marks alone, wants speculators, and wakes those that
// are missing. paid is true after a harvest that paid.
func (s *simulation) wantSpeculators(w *worker, paid bool) {
	if s.plan.Speculators == 0 {
		return
	}
	if wanted := w.gate.Active(); s.hints.Want(wanted) && wanted || paid {
		s.wake(w, s.plan.Speculators-s.hints.Enlisted())
		s.rouseSpeculators()
	}
}

// wantsSpeculator reports whether a worker that looks for work may speculate.
func (s *simulation) wantsSpeculator() bool {
	return s.exclusive && s.hints.Wanted() && s.hints.Enlisted() < s.plan.Speculators
}

// rouseSpeculators lets the workers that watch see at their next look that they may speculate.
func (s *simulation) rouseSpeculators() {
	if s.wantsSpeculator() {
		s.rouseWatchers()
	}
}

// speculates makes the watching worker w a speculator, if it may be one and its cursors do not
// rest.
func (s *simulation) speculates(w *worker) bool {
	if !s.wantsSpeculator() || !s.hints.Enlist(s.plan.Speculators) {
		return false
	}
	w.chains.Paid()
	if !s.speculate(w) {
		s.hints.Discharge()
		return false
	}
	s.watchers--
	return true
}

// speculate begins a round of a speculator's cursors. It waits for memory, or it is busy with
// the steps: whatever takes longer.
func (s *simulation) speculate(w *worker) bool {
	took, any := s.round(w)
	if any {
		if w.state == watching {
			s.trace(w, Step{Did: Enlists})
		}
		w.state = speculating
		w.at += max(took, s.costs.Miss, 1)
	}
	return any
}

// speculated is the end of a speculator's round.
func (s *simulation) speculated(w *worker) {
	s.trace(w, Step{Did: Speculates})
	w.chains.Paid()
	if s.exclusive && s.hints.Wanted() && s.speculate(w) {
		return
	}
	s.hints.Discharge()
	s.watch(w)
	s.rouseSpeculators()
}

// round makes a step with each cursor of w. It returns how long the processor is busy with it,
// and false if the cursors rest. A cursor that follows nothing costs nothing. At most one of
// them seeks in a round.
func (s *simulation) round(w *worker) (took time.Duration, any bool) {
	visited := w.chains.Visited
	any = w.chains.Round()
	if any {
		took = s.costs.Cursor * time.Duration(min(w.chains.Visited-visited+1, policy.ChainCursors))
	}
	return took, any
}
