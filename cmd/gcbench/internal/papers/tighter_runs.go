package papers

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// makespans runs the simulator.
type makespans struct {
	simulate func(sim.MakespanOptions) (sim.MakespanResult, error)
}

// start is where the tasks are at the beginning.
type start func(processors, tasks int, seed uint64) []int

func oneQueue(processors, tasks int, _ uint64) []int { return sim.OneQueue(processors, tasks) }

// runs simulates a number of runs and hands each to visit.
func (m makespans) runs(e Effort, n int, s sim.Stealing, processors, tasks int, from start, visit func(*sim.MakespanResult)) error {
	for i := range n {
		seed := e.Seed + uint64(i)
		r, err := m.simulate(sim.MakespanOptions{Loads: from(processors, tasks, seed), Stealing: s, Seed: seed})
		if err != nil {
			return err
		}
		visit(&r)
	}
	return nil
}

// mean is the average of a quantity over runs, with half the width of its 95 %
// interval.
func (m makespans) mean(e Effort, n int, s sim.Stealing, processors, tasks int, from start, of func(*sim.MakespanResult) float64) (mean, plusMinus float64, err error) {
	sum, squares := 0.0, 0.0
	err = m.runs(e, n, s, processors, tasks, from, func(r *sim.MakespanResult) {
		x := of(r)
		sum += x
		squares += x * x
	})
	mean = sum / float64(n)
	variance := max(0, squares/float64(n)-mean*mean) * float64(n) / float64(max(1, n-1))
	return mean, 1.96 * math.Sqrt(variance/float64(n)), err
}

// everywhere runs a grid of numbers of processors and tasks, both starts and
// both ways to steal.
func (m makespans) everywhere(e Effort, n int, visit func(point []sim.MakespanResult)) error {
	grid := []int{2, 3, 16, 64, 1024, 16384}
	for _, s := range sim.Stealings() {
		for _, processors := range grid[:e.times(5, 6)] {
			for _, tasks := range []int{2, 7, 100, 1 << 10, 1 << 14, 1 << 18} {
				for _, from := range []start{oneQueue, sim.BallsInBins} {
					var point []sim.MakespanResult
					err := m.runs(e, n, s, processors, tasks, from, func(r *sim.MakespanResult) { point = append(point, *r) })
					if err != nil {
						return err
					}
					visit(point)
				}
			}
		}
	}
	return nil
}
