package mark

import (
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
	m.net.Prepare(m.plan.Owners, m.objects, m.plan.Pace.ZeroIsNode)
	m.result.Stats.Plan = m.plan.Plan
	m.crew.Gather(m.plan.Team, m.plan.Others, m.plan.Crowded)
	for _, w := range m.workers {
		w.OpenSlots()
		w.setClaimer()
		w.Begin(m.plan.Team)
	}
}
