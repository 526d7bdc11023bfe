package papers

import (
	"iter"
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// makespans is sim.Makespan.
type makespans func(sim.MakespanOptions) (sim.MakespanResult, error)

// start is where the tasks are at the beginning.
type start func(processors, tasks int, seed uint64) []int

func oneQueue(processors, tasks int, _ uint64) []int { return sim.OneQueue(processors, tasks) }

// runs simulates a number of runs.
func (simulate makespans) runs(e claims.Effort, n int, s sim.Stealing, processors, tasks int, from start) []sim.MakespanResult {
	all := make([]sim.MakespanResult, n)
	for i := range all {
		seed := e.Seed + uint64(i)
		all[i] = must(simulate(sim.MakespanOptions{Loads: from(processors, tasks, seed), Stealing: s, Seed: seed}))
	}
	return all
}

// mean is the average of a quantity over runs, with half the width of its 95 %
// interval.
func (simulate makespans) mean(e claims.Effort, n int, s sim.Stealing, processors, tasks int, from start, of func(*sim.MakespanResult) float64) (mean, plusMinus float64) {
	var sample stats.Sample
	for _, r := range simulate.runs(e, n, s, processors, tasks, from) {
		sample.Xs = append(sample.Xs, of(&r))
	}
	return sample.Sum() / float64(n), 1.96 * sample.StdDev() / math.Sqrt(float64(n))
}

// requests is the average number of steal requests.
func (simulate makespans) requests(e claims.Effort, n int, s sim.Stealing, processors, tasks int, from start) float64 {
	mean, _ := simulate.mean(e, n, s, processors, tasks, from, func(r *sim.MakespanResult) float64 { return float64(r.Requests) })
	return mean
}

// points has the runs of each point of a grid: numbers of processors and tasks, both starts and
// both ways to steal.
func (simulate makespans) points(e claims.Effort, n int) iter.Seq[[]sim.MakespanResult] {
	return func(yield func([]sim.MakespanResult) bool) {
		for _, s := range sim.Stealings() {
			for _, processors := range []int{2, 3, 16, 64, 1024, 16384}[:e.Times(5, 6)] {
				for _, tasks := range []int{2, 7, 100, 1 << 10, 1 << 14, 1 << 18} {
					for _, from := range []start{oneQueue, sim.BallsInBins} {
						if !yield(simulate.runs(e, n, s, processors, tasks, from)) {
							return
						}
					}
				}
			}
		}
	}
}
