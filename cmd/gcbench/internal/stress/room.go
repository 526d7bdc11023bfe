package stress

import (
	"runtime"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// TinyMarks is how many marks a round of the scenario tiny makes, so a million
// marks are a million over TinyMarks rounds.
const TinyMarks = 100

// tiny leaves no room anywhere: each worker's third grey object overflows, and
// what the one block of the pool has no place for goes to the pending bitmap.
func tiny(r *round) error {
	o := r.options()
	o.Workers = min(r.procs+1+r.rng.IntN(3), mark.MaxWorkers)
	o.Grain, o.Capacity, o.OverflowBlocks = 1, 2, oneOf(r.rng, tune.NoPool, 1)
	return with(o, func(m *mark.Marker) error {
		const each = 10
		for range TinyMarks / each {
			most := 400
			if r.rng.IntN(20) == 0 {
				most = 8000 // large enough for several processors at once
			}
			if err := r.plain(m, newGraph(r.rng, most), each); err != nil {
				return err
			}
		}
		return nil
	})
}

// crowdWorkers share one processor.
const crowdWorkers = 64

// crowd marks with shared mark bits, and with owners. There are at most 32 owners. They
// too are more than one processor can run.
func crowd(r *round) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	shared, owned := r.options(), r.owners()
	shared.Workers, owned.Workers = crowdWorkers, crowdWorkers
	shared.Tuning.Marking = tune.MarkingShared
	err := with(shared, func(m *mark.Marker) error {
		for range 4 {
			if err := r.plain(m, newGraph(r.rng, 2000), 3); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return with(owned, func(m *mark.Marker) error {
		for range 2 {
			if err := r.owned(m, newGraph(r.rng, 2000), 3); err != nil {
				return err
			}
		}
		return nil
	})
}

// exhausted has a frontier that is larger than private stacks, deques and pool
// together: a hub with more leaves than they hold. With grain 1 that takes few.
func exhausted(r *round) error {
	o := r.options()
	o.OverflowBlocks = oneOf(r.rng, tune.NoPool, 1, 2)
	leaves := 500 + r.rng.IntN(2000)
	if o.Grain > 1 {
		leaves += 20_000
	}
	g := &graph{successors: make([][]uint32, leaves+1), roots: []uint32{0}}
	for leaf := 1; leaf <= leaves; leaf++ {
		g.link(0, leaf)
		g.link(leaf, r.rng.IntN(leaves+1))
	}
	return with(o, func(m *mark.Marker) error { return r.plain(m, g, 6) })
}
