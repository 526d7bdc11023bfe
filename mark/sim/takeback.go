package sim

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// This file is what a worker does that has found nothing to take: it takes back what is on its
// way, or it sends what it still has, and leaves. File share.go of package engine has the same, and
// the reasons.

// onTheWay is how many references are in w's open slots and in all queues, or more than any
// limit if some were spilt.
func (s *simulation) onTheWay(w *worker) (n int) {
	n = w.unsent()
	for _, owner := range s.workers[:s.plan.Team] {
		if owner.spilt != nil && !owner.spilt.Empty() {
			return policy.StackRefs
		}
		for _, queue := range owner.inbox {
			for _, refs := range queue {
				n += len(refs)
			}
		}
	}
	return n
}

// absorb marks what is on its way, wherever it is. w holds the exclusive bit now.
func (s *simulation) absorb(w *worker) {
	for to, refs := range w.out {
		w.out[to] = nil
		s.receive(w, refs)
		for from := range w.out {
			s.drainQueue(w, s.workers[to], from)
		}
	}
}

// giveUp is for a worker that has found nothing to take. If little is on its way to others,
// and nobody else is active, the worker takes it back. Otherwise the worker leaves.
func (s *simulation) giveUp(w *worker) {
	if s.forwards(w) && s.onTheWay(w) > 0 && s.excludesOthers(w, policy.TakeBack) {
		s.share(w)
		return
	}
	s.depart(w)
}

// depart publishes one open slot after the other. When the last one is on its way, w leaves.
// Until then w is active. If w left at once, its clock would be ahead of the others:
//
//  1. Worker W publishes 15 slots. This takes until 1.5 µs. W leaves at 0.
//  2. Something is sent to W at 0.3 µs. W joins, and scans while it still publishes.
func (s *simulation) depart(w *worker) {
	w.state = departing
	for to := range w.out {
		if len(w.out[to]) > 0 {
			s.send(w, to)
			return
		}
	}
	if w.at == s.now {
		s.hoard(w, false)
		s.leave(w)
	}
}
