package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// gather decides who takes part in the mark that is about to begin, and whether mark bits
// have owners. All workers but worker 0 are parked. setPace comes first.
func (m *Marker) gather() {
	o := m.options
	m.team, m.segments, m.zero = o.Workers, segments{}, kernel.NilDropped
	for _, w := range m.workers {
		for to := range w.out {
			w.out[to].n = 0 // an aborted mark leaves something
		}
	}
	if m.pace.ZeroIsNode {
		m.zero = kernel.NilIsNode
	}
	owners := m.owners()
	if owners > 0 {
		m.own(owners)
	}
	m.result.Stats.Owners = owners
	m.pace = m.pace.Among(owners, o.Tuning.Recruit)
	m.crowded = m.team > m.available
	if m.others = m.team - 1; m.others == 0 {
		m.others = m.useful - 1 // if this is 1 or more, the heap is small
	}
	m.excludes = m.team == 1 || o.Grain > 1 && (o.Tuning.Marking != tune.MarkingOwner || o.Tuning.Recruit > 0)
	m.lobby.gather(m.team)
	for _, w := range m.workers {
		w.Begin(m.team)
	}
}

// owners is how many workers own mark bits in this mark, 0 if all share them. One worker
// marks a small heap alone, unless something else is asked for.
func (m *Marker) owners() int {
	switch {
	case !m.pace.Computes:
		return 0
	case m.options.marksAlone(m.pace):
		return 1
	}
	return m.options.owners(m.available)
}

// marksAlone reports whether one worker marks from the beginning to the end, however many there are.
func (o Options) marksAlone(p policy.Pace) bool {
	return p.Computes && p.Small() && o.Tuning.Marking == tune.MarkingAuto && o.Tuning.Recruit == 0 && o.Tuning.Speculation != tune.SpeculationForce
}

// owners is Marker.owners for a large heap.
func (o Options) owners(available int) int {
	if o.Grain == 1 || o.Tuning.Marking == tune.MarkingShared {
		return 0
	}
	return policy.Owners(o.Workers, available, o.Tuning.Marking == tune.MarkingOwner)
}

// own gives mark bits owners: workers 0 to owners-1. The others do not take part: a heap is
// scanned no faster by more workers than processors.
func (m *Marker) own(owners int) {
	m.team = owners
	if owners == 1 {
		return // this worker holds the exclusive bit from the beginning to the end
	}
	m.useful = owners
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
