package stress

import (
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/life"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

var (
	calls  = []life.Form{life.AsCall, life.AsTry}
	memory = []life.Form{life.AsHeap, life.AsArrays}
	mixed  = []life.Form{life.AsCall, life.AsHeap, life.AsCall, life.AsArrays}
)

// asked are options with which a callback is asked once for each node, so that this can be checked.
func asked(_ *rand.Rand, o *mark.Options) {
	o.Tuning.Speculation, o.Tuning.Marking = tune.SpeculationLone, tune.MarkingAuto
}

// owners are options for marks whose bits have owners on any machine.
func owners(random *rand.Rand, o *mark.Options) {
	o.Workers, o.Grain, o.Tuning.Marking = max(2, o.Workers), max(2, o.Grain), tune.MarkingOwner
	o.Tuning.Speculation = oneOf(random, tune.Speculations()...)
}

// callbacks are marks of user code with one of these faults.
func callbacks(faults ...life.Fault) func(*round) []life.Plan {
	return func(*round) []life.Plan {
		return []life.Plan{{Options: asked, Nodes: [2]int{1, 600}, Forms: calls, Faults: faults}}
	}
}

// inputs are marks of user code, heaps and arrays with one of these faults.
func inputs(faults ...life.Fault) func(*round) []life.Plan {
	return func(*round) []life.Plan {
		return []life.Plan{{Options: asked, Nodes: [2]int{1, 1500}, Forms: mixed, Faults: faults}}
	}
}

// tiny leaves no room anywhere: each worker's third grey object overflows, and
// what the one block of the pool has no place for goes to the pending bitmap.
func tiny(r *round) []life.Plan {
	nodes := [2]int{1, 400}
	if r.rng.IntN(20) == 0 {
		nodes = [2]int{1, 8000} // large enough for several processors at once
	}
	return []life.Plan{{Nodes: nodes, Forms: mixed, Options: func(random *rand.Rand, o *mark.Options) {
		asked(random, o)
		o.Workers = min(r.procs+1+random.IntN(3), mark.MaxWorkers)
		o.Grain, o.Capacity, o.OverflowBlocks = 1, 2, oneOf(random, tune.NoPool, 1)
	}}}
}

// crowd marks with shared mark bits, and with owners, in 64 workers on one processor. There are at most
// 32 owners. They too are more than one processor can run.
func crowd(*round) []life.Plan {
	crowded := func(random *rand.Rand, o *mark.Options) {
		o.Workers, o.Tuning.Speculation, o.Tuning.Marking = 64, tune.SpeculationLone, tune.MarkingShared
	}
	owned := func(random *rand.Rand, o *mark.Options) {
		owners(random, o)
		o.Workers = 64
	}
	return []life.Plan{
		{Options: crowded, Nodes: [2]int{1, 2000}, Forms: mixed, Processors: []int{1}},
		{Options: owned, Nodes: [2]int{1, 2000}, Forms: memory, Processors: []int{1}},
	}
}

// inboxes fills the queues between owners, and empties them in every way. On one processor a
// receiver seldom runs while others send to it, so its queues are full and references are
// spilt. Where the frontier is narrow a worker becomes the only one that may mark, again and
// again. Marks that are cancelled or damaged leave something in the queues, which the next
// mark must not see.
func inboxes(r *round) []life.Plan {
	options := func(random *rand.Rand, o *mark.Options) {
		owners(random, o)
		o.Tuning.Recruit = oneOf(random, 0, 0, 1, 8, 100)
	}
	return []life.Plan{{Options: options, Nodes: [2]int{1000, 9000}, Graphs: []string{"hub", "hub", "bursts", "random"}, Forms: memory,
		Faults: []life.Fault{life.CancelSoon, life.Damage}, Processors: []int{1, 1, r.procs}}}
}

// trialBytes is the size of a heap in which the marker tries to speculate.
const trialBytes = 4 << 20

// chained marks lists with speculation: forced from the beginning, and tried by the marker in a
// heap that is large enough for a trial. Marks that are cancelled or damaged leave shortcuts,
// cursors and speculators behind, of which the next mark must not see anything.
func chained(*round) []life.Plan {
	plan := func(nodes int, speculation tune.Speculation) life.Plan {
		return life.Plan{Graphs: []string{"lists", "chains", "chains", "chains"}, Forms: memory, Faults: []life.Fault{life.CancelSoon, life.DamageAt},
			Nodes: [2]int{nodes / 2, nodes},
			Options: func(random *rand.Rand, o *mark.Options) {
				o.Workers, o.Grain, o.Tuning.Speculation = 1+random.IntN(5), max(2, o.Grain), speculation
				o.Tuning.Marking = oneOf(random, tune.MarkingAuto, tune.MarkingShared)
			}}
	}
	trial := plan(30_000, tune.SpeculationAuto)
	trial.DeadBytes, trial.Forms = trialBytes, []life.Form{life.AsHeap}
	return []life.Plan{plan(6000, tune.SpeculationForce), plan(6000, tune.SpeculationForce), trial}
}

// resizes marks while the number of processors changes, many times in a mark. How many owners
// there are without being asked for depends on this number at the beginning of a mark, and
// so do the queues.
func resizes(*round) (plans []life.Plan) {
	for _, marking := range []tune.Marking{tune.MarkingOwner, tune.MarkingAuto, tune.MarkingShared} {
		plans = append(plans, life.Plan{Graphs: []string{"hub"}, Forms: memory, Nodes: [2]int{1000, 9000},
			Options: func(random *rand.Rand, o *mark.Options) {
				owners(random, o)
				o.Tuning.Marking, o.Tuning.Recruit = marking, oneOf(random, 0, 1, 100)
			}})
	}
	return plans
}

// exhausted has a frontier that is larger than private stacks, deques and pool
// together: a hub with more leaves than they hold. With grain 1 that takes few.
func exhausted(r *round) []life.Plan {
	grain, leaves := oneOf(r.rng, 1, 1, 2, 4, 64), 500+r.rng.IntN(2000)
	if grain > 1 {
		leaves += 20_000
	}
	return []life.Plan{{Graphs: []string{"hub"}, Forms: mixed, Nodes: [2]int{leaves, leaves},
		Options: func(random *rand.Rand, o *mark.Options) {
			asked(random, o)
			o.Grain, o.OverflowBlocks = grain, oneOf(random, tune.NoPool, 1, 2)
		}}}
}

// blocking blocks in some calls, and cancels some of these marks meanwhile. That
// the mark returns after the last call is checked for every mark.
func blocking(*round) []life.Plan {
	return []life.Plan{{Options: asked, Nodes: [2]int{1, 600}, Forms: calls, Faults: []life.Fault{life.None, life.CancelAt}, Stalls: true}}
}

// badRoots marks graphs and heaps with roots repeated, without roots, with nil
// roots and with roots beyond the end.
func badRoots(r *round) []life.Plan {
	plans := inputs(life.None, life.FarRoot, life.NilRoot)(r)
	plans[0].Graphs = []string{"random"}
	return plans
}

// stalls stalls workers in user code.
func stalls(*round) []life.Plan {
	options := func(random *rand.Rand, o *mark.Options) {
		asked(random, o)
		o.Workers = max(2, o.Workers)
	}
	return []life.Plan{{Options: options, Nodes: [2]int{1, 1000}, Forms: calls, Stalls: true}}
}

// windows has frontiers that shrink to one node again and again: each time all
// workers but one look for work, offer termination and must come back for the
// next burst. The worker with that one node may stall before it answers, and the
// idle policies, spinning among them, keep the others at the decision.
func windows(r *round) []life.Plan {
	options := func(random *rand.Rand, o *mark.Options) {
		asked(random, o)
		o.Workers, o.Tuning.Idle = max(2, o.Workers), oneOf(random, tune.IdlePolicies()...)
		if o.Tuning.Idle == tune.IdleSpin {
			o.Workers = max(2, min(r.procs, mark.MaxWorkers)) // more would wait for each other's time slices
		}
	}
	return []life.Plan{{Options: options, Graphs: []string{"bursts"}, Forms: calls, Stalls: true, Nodes: [2]int{10, 250}}}
}

// storms marks while the world is stopped again and again, which preempts every
// worker wherever it is, between any two instructions; while the number of
// processors changes; and while other goroutines ask for processors.
func storms(*round) []life.Plan {
	return []life.Plan{{Options: asked, Nodes: [2]int{1, 3000}, Forms: mixed, Faults: []life.Fault{life.CancelSoon, life.CancelAt, life.CancelAt}}}
}
