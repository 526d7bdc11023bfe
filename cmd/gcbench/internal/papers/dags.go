package papers

import "github.com/seed-3ccf4018/halfmark/stealq/sim"

// dagFunc is sim.Dag.
type dagFunc func(sim.DagOptions) (sim.DagResult, error)

// dags runs the simulator, each execution once.
type dags struct{ simulate dagFunc }

func newDags(simulate dagFunc) dags {
	known := map[sim.DagOptions]sim.DagResult{}
	return dags{func(o sim.DagOptions) (sim.DagResult, error) {
		if r, ok := known[o]; ok {
			return r, nil
		}
		r, err := simulate(o)
		if err == nil {
			known[o] = r
		}
		return r, err
	}}
}

func balancedDepths(e Effort) []int {
	if e.Quick {
		return []int{5, 10, 15, 20}
	}
	return []int{5, 10, 15, 20, 25}
}

func unbalancedDepths(e Effort) []int {
	if e.Quick {
		return []int{20, 100, 180}
	}
	return []int{20, 60, 100, 140, 180, 220, 240}
}

const perSpan = 10 // synchronization of low-cost stealing by P·span

// everywhere visits every depth, number of processors and seed.
func (d dags) everywhere(e Effort, s sim.DagScheduler, shape sim.DagShape, depths []int, visit func(processors int, r *sim.DagResult)) error {
	for _, processors := range []int{1, 4, 16, 64} {
		for _, depth := range depths {
			for seed := range d.seeds(e, depth) {
				r, err := d.simulate(sim.DagOptions{Scheduler: s, Shape: shape, Depth: depth, Processors: processors, Seed: e.Seed + uint64(seed)})
				if err != nil {
					return err
				}
				visit(processors, &r)
			}
		}
	}
	return nil
}

// seeds is how many runs a point has; the largest dags have one.
func (d dags) seeds(e Effort, depth int) int {
	if e.Quick || depth == 25 {
		return 1
	}
	return 3
}
