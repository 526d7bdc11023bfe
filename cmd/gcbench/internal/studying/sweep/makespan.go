package sweep

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// maxScattered is how many tasks a run scatters at most.
const maxScattered = 1 << 20

// makespanRun is one run of a cell under each of its three conditions.
type makespanRun struct {
	standard, cooperative, scattered sim.MakespanResult
}

// Makespan simulates work stealing of unit tasks.
func Makespan(ctx context.Context, o Options) (*schema.Makespan, error) {
	cells := makespanGrid(o)
	return &cells, over(ctx, o, cellsOf(cells), o.Runs, simulateMakespan, fillMakespan)
}

// makespanGrid returns the cells, without figures.
func makespanGrid(o Options) (cells schema.Makespan) {
	processors, tasks := []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, []int{16, 20, 24}
	if o.Quick {
		processors, tasks = []int{6, 10, 14}, []int{16, 20}
	}
	for _, w := range tasks {
		for _, m := range processors {
			cells = append(cells, schema.MakespanCell{Processors: 1 << m, Tasks: 1 << w, Runs: o.Runs})
		}
	}
	return cells
}

// simulateMakespan is one run. The three conditions share its seed.
func simulateMakespan(c *schema.MakespanCell, seed uint64) (r makespanRun) {
	o := sim.MakespanOptions{Seed: seed, Loads: sim.OneQueue(c.Processors, c.Tasks)}
	r.standard = must(sim.Makespan(o))
	o.Stealing = sim.Cooperative
	r.cooperative = must(sim.Makespan(o))
	if c.Tasks <= maxScattered {
		r.scattered = must(sim.Makespan(sim.MakespanOptions{Seed: seed, Loads: sim.BallsInBins(c.Processors, c.Tasks, seed)}))
	}
	return r
}

// fillMakespan enters the figures.
func fillMakespan(c *schema.MakespanCell, runs []makespanRun) {
	requests := func(over, under func(r *makespanRun) *sim.MakespanResult) schema.Estimate {
		return estimateOf(samples(runs, func(r *makespanRun) float64 { return float64(over(r).Requests) / float64(under(r).Requests) }))
	}
	standard := func(r *makespanRun) *sim.MakespanResult { return &r.standard }
	cooperative := func(r *makespanRun) *sim.MakespanResult { return &r.cooperative }
	c.Standard, c.Cooperative = makespanVariant(runs, standard), makespanVariant(runs, cooperative)
	c.Ratio = requests(standard, cooperative)
	if c.Tasks <= maxScattered {
		share := requests(func(r *makespanRun) *sim.MakespanResult { return &r.scattered }, standard)
		c.Scattered = &share
	}
}

func makespanVariant(runs []makespanRun, of func(*makespanRun) *sim.MakespanResult) (v schema.MakespanVariant) {
	estimate := func(figure func(r *sim.MakespanResult) float64) schema.Estimate {
		return estimateOf(samples(runs, func(r *makespanRun) float64 { return figure(of(r)) }))
	}
	first := of(&runs[0])
	least := float64(first.Tasks) / float64(first.Processors)
	for i := range runs {
		v.Longest = max(v.Longest, float64(of(&runs[i]).Makespan)-least)
	}
	v.Beyond = estimate(func(r *sim.MakespanResult) float64 { return float64(r.Makespan) - least })
	v.Bound = schema.SixDigits(first.Bound() - least)
	v.Constant = estimate((*sim.MakespanResult).Constant)
	v.Requests = estimate(func(r *sim.MakespanResult) float64 { return float64(r.Requests) })
	v.Granted = estimate(func(r *sim.MakespanResult) float64 { return float64(r.Granted) })
	return v
}
