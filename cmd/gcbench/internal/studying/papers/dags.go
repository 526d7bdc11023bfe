package papers

import (
	"iter"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// dagFunc is sim.Dag.
type dagFunc func(sim.DagOptions) (sim.DagResult, error)

// dags runs the simulator, each execution once.
type dags struct {
	simulate dagFunc
	known    map[sim.DagOptions]*sim.DagResult
}

func newDags(simulate dagFunc) dags { return dags{simulate, map[sim.DagOptions]*sim.DagResult{}} }

// run is one execution.
func (d dags) run(o sim.DagOptions) *sim.DagResult {
	if d.known[o] == nil {
		r := must(d.simulate(o))
		d.known[o] = &r
	}
	return d.known[o]
}

// depths are those of figures 2a and 2b.
func depths(e claims.Effort, shape sim.DagShape) []int {
	if shape == sim.Balanced {
		return []int{5, 10, 15, 20, 25}[:e.Times(4, 5)]
	}
	if e.Quick {
		return []int{20, 100, 180}
	}
	return []int{20, 60, 100, 140, 180, 220, 240}
}

const perSpan = 10 // synchronization of low-cost stealing by P·span

// everywhere has the executions at every depth, with their numbers of processors, and with several seeds.
func (d dags) everywhere(e claims.Effort, s sim.DagScheduler, shape sim.DagShape, depths []int) iter.Seq2[int, *sim.DagResult] {
	return func(yield func(int, *sim.DagResult) bool) {
		for _, processors := range []int{1, 4, 16, 64} {
			for _, depth := range depths {
				seeds := e.Times(1, 3)
				if depth == 25 {
					seeds = 1 // of the largest dags
				}
				for seed := range seeds {
					o := sim.DagOptions{Scheduler: s, Shape: shape, Depth: depth, Processors: processors, Seed: e.Seed + uint64(seed)}
					if !yield(processors, d.run(o)) {
						return
					}
				}
			}
		}
	}
}
