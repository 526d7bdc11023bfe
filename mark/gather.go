package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// decide makes the plan of a mark by this scanner, of as many ids as the bitmap has bits.
func (m *Marker) decide(s scanner) {
	_, calls := s.(*graphScanner)
	m.plan = plan.For(m.options.planned(), plan.Facts{
		Pace: s.Pace(), IDs: m.marks.Len(), Calls: calls, Cursors: s.Cursors() != nil,
		Processors: processors(), // once: it takes a lock
	})
}

// planned is the part of the options on which a plan depends.
func (o Options) planned() plan.Options {
	return plan.Options{
		Workers: o.Workers, Grain: o.Grain, Recruit: o.Tuning.Recruit, Until: o.Until != nil, Speculators: policy.Speculators,
		Marking: o.Tuning.Marking, Speculation: o.Tuning.Speculation,
	}
}

// gather prepares who takes part in the mark that is about to begin, and who owns mark bits.
// All workers but worker 0 are parked. decide comes first.
func (m *Marker) gather() {
	m.segments, m.zero = segments{}, kernel.NilDropped
	for _, w := range m.workers {
		for to := range w.out {
			w.out[to].n = 0 // an aborted mark leaves something
		}
	}
	if m.plan.Pace.ZeroIsNode {
		m.zero = kernel.NilIsNode
	}
	if m.plan.Owners > 1 { // a single one holds the exclusive bit from the beginning to the end
		m.own(m.plan.Owners)
	}
	m.result.Stats.Plan = m.plan.Plan
	m.crew.Gather(m.plan.Team, m.plan.Others, m.plan.Crowded)
	for _, w := range m.workers {
		w.setClaimer()
		w.Begin(m.plan.Team)
	}
}

// own gives mark bits owners: workers 0 to owners-1.
func (m *Marker) own(owners int) {
	m.segments = segmentsOf(m.objects, owners)
	if slots := policy.Slots(owners, m.objects); len(m.queues) != owners || slots > m.slots {
		m.makeQueues(owners, slots)
	}
	for id, w := range m.workers[:owners] {
		for to, q := range m.queues[id] {
			if q != nil && q.used() {
				q.reset()
				w.out[to].refs = q.open()
			}
		}
	}
	m.spill.fit(m.objects, m.segments)
}

// makeQueues makes a queue for each ordered pair of owners, and touches the memory of the
// slots that are used first.
func (m *Marker) makeQueues(owners, slots int) {
	m.slots = slots
	m.queues = make([][]*forwardQueue, owners)
	for from := range m.queues {
		m.queues[from] = make([]*forwardQueue, owners)
		m.workers[from].out = make([]outbox, owners)
		for to := range m.queues[from] {
			if from != to {
				q := newForwardQueue(slots, policy.Slot(owners))
				if q.sender = from; m.options.Timeline > 0 {
					q.sentAt = make([]time.Duration, slots)
				}
				touch(q.refs[:min(slots, policy.TouchedSlots)*policy.Slot(owners)])
				m.queues[from][to], m.workers[from].out[to].refs = q, q.open()
			}
		}
	}
}
