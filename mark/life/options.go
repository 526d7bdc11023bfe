package life

import (
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// draw draws the options of a Marker, which stay for its life. One in three lives is one of thieves, and
// one in three is one of speculators. The traces that these leave behind are met only by a few choices
// together.
func (l *Life) draw() {
	random := l.random
	kind := oneOf(random, l.plan.Deques...)
	o := mark.Options{
		Workers: min(1+random.IntN(max(6, 2*l.processors+2)), mark.MaxWorkers), Deque: kind, Grain: oneOf(random, 1, 2, 4, 64),
		Capacity: oneOf(random, 2, 4, 16), OverflowBlocks: oneOf(random, tune.NoPool, 1, 64),
		Timeline: oneOf(random, 0, 0, 50),
		Tuning: tune.Tuning{
			Speculation: oneOf(random, tune.Speculations()...), Amount: oneOf(random, kind.Amounts...),
			Idle:    oneOf(random, tune.IdlePark, tune.IdlePark, tune.IdleYield, tune.IdleBackoff),
			Marking: oneOf(random, tune.Markings()...), Recruit: oneOf(random, 0, 1, 1, 8, 100), Seed: random.Uint64(),
		},
	}
	if !kind.Shared {
		o.Tuning.Steal, o.Tuning.Victim = oneOf(random, tune.StealPolicies()...), oneOf(random, tune.VictimPolicies()...)
	}
	switch l.lists = 2; random.IntN(3) {
	case 0:
		l.lists = 0 // along a list there is nothing to steal
		thieves(&o)
	case 1:
		l.lists = 4
		speculators(&o)
	}
	if l.plan.Options != nil {
		l.plan.Options(random, &o)
	}
	if o.Grain == 1 && o.Tuning.Marking == tune.MarkingOwner {
		o.Tuning.Marking = tune.MarkingAuto
	}
	if o.Grain == 1 && o.Tuning.Speculation == tune.SpeculationForce {
		o.Tuning.Speculation = tune.SpeculationAuto
	}
	if o.Tuning.Speculation != tune.SpeculationForce && random.IntN(3) == 0 {
		o.Until = l.told.until
	}
	if random.IntN(4) == 0 {
		o.Progress = l.told.progress
	}
	l.options = o
}

// thieves lets many workers rob one another in a mark of a callback, and fewer in one of a heap.
func thieves(o *mark.Options) {
	o.Workers, o.Capacity = max(o.Workers, 4), 16
	o.Grain, o.Tuning.Marking, o.Tuning.Recruit = max(o.Grain, 2), tune.MarkingAuto, 1
	if !o.Deque.Shared {
		o.Tuning.Victim = tune.VictimLast
	}
}

// speculators lets idle workers ask a callback ahead of the mark.
func speculators(o *mark.Options) {
	o.Workers, o.Grain, o.Tuning.Speculation = max(o.Workers, 2), max(o.Grain, 2), tune.SpeculationForce
	if o.Tuning.Marking == tune.MarkingOwner {
		o.Tuning.Marking = tune.MarkingAuto
	}
}

// told is what the user's functions that belong to the options do in a mark. They stay the same,
// and what they do changes.
type told struct {
	stopAt atomic.Int64 // Until returns true for this number, if it is not negative
	panics atomic.Bool  // Progress does
}

func (t *told) until(number uint32) bool { return int64(number) == t.stopAt.Load() }

func (t *told) progress(mark.Progress) {
	if t.panics.Load() {
		panic(errFault)
	}
}
