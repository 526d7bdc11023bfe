// Package plan decides what is decided once for a mark: who takes part, who sets mark bits, when a
// second worker is woken, and who may speculate. A decision depends on the options and on a few facts
// about what is marked. It reads no clock and changes nothing, so a table of cases is its test.
//
// The marker carries a plan out, and decides nothing of this again.
//
//	options, facts ──> For ──> Plan ──> marker: workers, queues, gates
//
// Any goroutine may call the functions of this package.
package plan

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Options are the choices on which a plan depends. Of numbers, a Recruit of 0 alone stands for a default.
type Options struct {
	Workers int
	Grain   int
	tune.Tuning
	Speculators int  // how many idle workers may speculate at most
	Until       bool // the user wants to see each object before it is scanned
}

// Facts are what a plan has to know of the graph and of the machine.
type Facts struct {
	Pace       policy.Pace // of the source of successors
	IDs        uint64      // granules of a heap, or nodes of a graph
	Calls      bool        // a callback computes the successors
	Cursors    bool        // cursors can walk the graph ahead of the marker
	Processors int
	CheapLocks bool // locked instructions take few cycles
}

// Plan is what is decided: what users are told, and what only the engine has to know.
type Plan struct {
	tune.Plan
	// Useful is how many active workers are enough: with so many none needs to be given anything.
	Useful int
	// Others is how many others a lone worker keeps waiting: the rest of the team, or those who could
	// have helped if the heap was not so small.
	Others int
	// Closes says that workers who are nearly out of work let no worker join, so that one of them can go on
	// alone: see the closing bit of crew.Detector. It is in vain if that one lets others come for less than
	// a batch.
	Closes bool
	// Crowded says that the team has more workers than the machine has processors.
	Crowded bool
	// Thins says that a thin frontier is marked in its own way, one object after the other.
	Thins bool
	// Forced says that speculation begins with the mark, without a trial.
	Forced bool
	// IfNarrow and IfLocal say when owners give way after the first worker has marked alone: if few objects were grey for long, and if
	// grey objects lie close together.
	IfNarrow, IfLocal bool
	// Pace is that of the source, for the grain, for so many owners, and for what the user wishes.
	Pace policy.Pace
	// Objects is how many objects there may be at most.
	Objects uint64
}

// For decides how a mark runs.
func For(o Options, f Facts) (p Plan) {
	p.Team, p.Useful, p.Pace = o.Workers, o.Workers, f.Pace
	p.Thins, p.Forced = o.Grain > 1 && !o.Until, o.Speculation == tune.SpeculationForce
	if o.Grain == 1 {
		p.Pace = f.Pace.With(1)
	}
	if p.Pace.Computes {
		p.Useful = min(p.Useful, f.Processors)
	}
	dense := p.Pace.Dense()
	switch {
	case Alone(o, p.Pace):
		p.Owners = 1
	case p.Pace.Computes:
		p.Owners = Owners(o, f.Processors, dense)
	}
	switch { // a heap is scanned no faster by more workers than processors
	case p.Owners > 0:
		p.Team = p.Owners
	case p.Pace.Computes && dense && o.Marking == tune.MarkingAuto && o.Grain > 1:
		p.Team, p.Dense = min(o.Workers, f.Processors), true
	}
	if p.Owners > 1 {
		p.Useful = p.Owners
	}
	if o.Marking == tune.MarkingAuto {
		p.IfNarrow = p.Owners > policy.NarrowOwners
		p.IfLocal = p.Owners > 1 && p.Pace.MaySpread(p.Owners, f.CheapLocks)
	}
	p.Pace.Among(p.Owners, o.Recruit)
	p.Found = p.Pace.Found
	p.Crowded = p.Team > f.Processors
	if p.Others = p.Team - 1; p.Others == 0 {
		p.Others = p.Useful - 1 // if this is 1 or more, the heap is small
	}
	p.Excludes = p.Team == 1 || o.Grain > 1 && (o.Marking != tune.MarkingOwner || o.Recruit > 0)
	p.Closes = p.Excludes && p.Owners > 1 && p.Pace.Recruit >= policy.HungryBatchObjects
	p.speculate(&o, &f)
	return p
}

// Pass is the plan of a pass that looks back from what is not reached, by the workers of p. There are no grey objects, so no worker
// owns bits, waits until there is enough for two, or speculates. Each worker claims chunks of the bitmap until none is left.
func (p *Plan) Pass() Plan {
	pass := *p
	pass.Owners, pass.Excludes, pass.Closes, pass.Speculates, pass.Thins = 0, p.Team == 1, false, false, false
	return pass
}

// Alone reports whether one worker marks from the beginning to the end, however many there are: a
// small heap, unless something else is asked for. pace is With the grain.
func Alone(o Options, pace policy.Pace) bool {
	return pace.Computes && pace.Small() && o.Marking == tune.MarkingAuto && o.Recruit == 0 && o.Speculation != tune.SpeculationForce
}

// Owners is how many workers own the mark bits of a large heap, 0 if all share them. dense is of Pace.
func Owners(o Options, processors int, dense bool) int {
	if o.Grain == 1 || o.Marking == tune.MarkingShared {
		return 0
	}
	return policy.Owners(o.Workers, processors, dense, o.Marking == tune.MarkingOwner)
}

// speculate decides whether anybody looks ahead of the marker, and who. In a graph whose successors a
// callback computes, only idle workers do.
func (p *Plan) speculate(o *Options, f *Facts) {
	p.Objects = f.IDs
	if !f.Calls && !f.Pace.ZeroIsNode {
		p.Objects /= 2 // an object of a heap has two granules at least
	}
	helpers := p.helpers(o, f)
	switch {
	case o.Speculation == tune.SpeculationOff || !p.Thins || !p.Excludes:
		return
	case f.Calls:
		p.Speculates = helpers > 0
	default:
		p.Speculates = f.Cursors && (p.Forced || !p.Pace.Small())
	}
	p.Asks = p.Speculates && f.Calls
	if p.Speculates {
		p.Speculators = helpers
	}
}

// helpers is how many idle workers may speculate. Without its own processor a speculator would only
// slow the marker down, unless it waits in a callback.
func (p *Plan) helpers(o *Options, f *Facts) int {
	n := min(o.Speculators, p.Team-1)
	switch {
	case o.Speculation == tune.SpeculationAuto && p.Pace.Computes:
		return min(n, f.Processors-1)
	case o.Speculation == tune.SpeculationAuto || p.Forced:
		return n
	}
	return 0
}

// Gate is the gate of each worker when the mark begins. If the marker asks a callback, its gate
// depends on more than a plan (policy.CallGate).
func (p *Plan) Gate() policy.Gate {
	switch {
	case !p.Speculates || p.Asks:
		return policy.NeverSpeculates()
	case p.Forced:
		return policy.AlwaysSpeculates()
	}
	return policy.NewGate(p.Objects)
}
