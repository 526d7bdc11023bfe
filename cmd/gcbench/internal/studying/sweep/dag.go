package sweep

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// dagRun is one run of a cell.
type dagRun struct{ conventional, lowCost sim.DagResult }

const (
	dagProcessors = 16 // where the depth varies
	dagDepth      = 20 // where the processors vary
)

// Dag simulates work stealing on dags.
func Dag(ctx context.Context, o Options) (*schema.Dag, error) {
	r := dagCharts(o)
	return r, over(ctx, o, dagCells(r), o.Runs, simulateDag, fillDag)
}

func dagCells(r *schema.Dag) []*schema.DagCell {
	return cellsOf(r.Balanced, r.Unbalanced, r.Processors)
}

// dagCharts returns the charts, without figures. Small dags stand first in each,
// so the largest do not all run at once.
func dagCharts(o Options) *schema.Dag {
	balanced, unbalanced, processors := 25, 300, 1024
	if o.Quick {
		balanced, unbalanced, processors = 20, 200, 256
	}
	cell := func(shape sim.DagShape, depth, processors int) schema.DagCell {
		return schema.DagCell{Shape: shape.String(), Depth: depth, Processors: processors, Runs: o.Runs, Span: depth}
	}
	r := &schema.Dag{}
	for depth := 5; depth <= balanced; depth += 2 {
		r.Balanced = append(r.Balanced, cell(sim.Balanced, depth, dagProcessors))
	}
	for depth := 50; depth <= unbalanced; depth += 50 {
		r.Unbalanced = append(r.Unbalanced, cell(sim.Unbalanced, depth, dagProcessors))
	}
	for p := 1; p <= processors; p *= 4 {
		r.Processors = append(r.Processors, cell(sim.Balanced, dagDepth, p))
	}
	return r
}

// simulateDag is one run. Both schedulers execute the same dag.
func simulateDag(c *schema.DagCell, seed uint64) dagRun {
	o := sim.DagOptions{Depth: c.Depth, Processors: c.Processors, Seed: seed}
	if c.Shape == sim.Unbalanced.String() {
		o.Shape = sim.Unbalanced
	}
	lowCost := o
	lowCost.Scheduler = sim.LowCost
	return dagRun{must(sim.Dag(o)), must(sim.Dag(lowCost))}
}

// fillDag enters the figures.
func fillDag(c *schema.DagCell, runs []dagRun) {
	c.Work = countOf(samples(runs, func(r *dagRun) float64 { return float64(r.lowCost.Work) }))
	c.Conventional = dagCosts(c, runs, func(r *dagRun) *sim.DagResult { return &r.conventional })
	c.LowCost = dagCosts(c, runs, func(r *dagRun) *sim.DagResult { return &r.lowCost })
}

func dagCosts(c *schema.DagCell, runs []dagRun, of func(*dagRun) *sim.DagResult) (d schema.DagCosts) {
	count := func(figure func(r *sim.DagResult) uint64) schema.Estimate {
		return countOf(samples(runs, func(r *dagRun) float64 { return float64(figure(of(r))) }))
	}
	d.Steps = count(func(r *sim.DagResult) uint64 { return r.Steps })
	d.CAS = count(func(r *sim.DagResult) uint64 { return r.CAS })
	d.Fences = count(func(r *sim.DagResult) uint64 { return r.Fences })
	d.Synchronization = count((*sim.DagResult).Synchronization)
	d.Notifications = count(func(r *sim.DagResult) uint64 { return r.Notifications })
	d.Attempts = count(func(r *sim.DagResult) uint64 { return r.Attempts })
	d.Steals = count(func(r *sim.DagResult) uint64 { return r.Steals })
	d.Exposed = count(func(r *sim.DagResult) uint64 { return r.Exposed })
	pSpan := float64(c.Processors * c.Span)
	d.SynchronizationPerPSpan, d.AttemptsPerPSpan = schema.SixDigits(d.Synchronization.Mean/pSpan), schema.SixDigits(d.Attempts.Mean/pSpan)
	return d
}
