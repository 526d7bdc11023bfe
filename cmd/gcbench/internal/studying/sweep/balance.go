package sweep

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

const (
	balanceMu   = 1
	stepsPerOne = 16 // steps for each process
	manyRuns    = 8  // times Options.Runs where runs are short and differ much
)

// Balance simulates balancing by random pairs. All runs of a cell are one simulation: only together do
// they tell who is expected to have most.
func Balance(ctx context.Context, o Options) (*schema.Balance, error) {
	r := balanceBlocks(o)
	return r, over(ctx, o, balanceCells(r), 1, simulateBalance, fillBalance)
}

func balanceCells(r *schema.Balance) []*schema.BalanceCell {
	return cellsOf(r.Sizes, r.Patterns, r.Rates, r.Shrinking)
}

// balanceBlocks returns the blocks, without figures.
func balanceBlocks(o Options) *schema.Balance {
	sizes, most, some, few, starts := []int{64, 256, 1024, 2048}, 4096, 512, 256, []int{16, 32, 64, 128, 256, 512, 1024}
	if o.Quick {
		sizes, most, some, few, starts = []int{64, 256, 1024}, 1024, 128, 64, []int{16, 64, 256}
	}
	cell := func(scheme sim.BalanceScheme, pattern sim.LoadPattern, processes, u int) schema.BalanceCell {
		return schema.BalanceCell{
			Scheme: scheme.Name, Pattern: pattern.String(), Processes: processes,
			Start: 8 * u, Steps: stepsPerOne * processes, U: u, Mu: balanceMu, Runs: o.Runs,
		}
	}
	r := &schema.Balance{}
	for _, scheme := range sim.BalanceSchemes() {
		for _, n := range sizes {
			r.Sizes = append(r.Sizes, cell(scheme, sim.Steady, n, 1))
		}
	}
	for _, pattern := range sim.LoadPatterns() {
		for _, scheme := range sim.BalanceSchemes() {
			r.Patterns = append(r.Patterns, cell(scheme, pattern, some, 1))
		}
	}
	for _, scheme := range sim.BalanceSchemes()[:3] {
		for _, u := range []int{1, 2, 4, 8} {
			r.Rates = append(r.Rates, cell(scheme, sim.Steady, few, u))
		}
	}
	for _, scheme := range sim.BalanceSchemes()[:2] {
		for _, start := range starts {
			c := cell(scheme, sim.Drain, most, 1)
			c.Start, c.Steps, c.Runs = start, start-schema.ItemsAtEnd, manyRuns*o.Runs
			r.Shrinking = append(r.Shrinking, c)
		}
	}
	return r
}

func simulateBalance(c *schema.BalanceCell, seed uint64) sim.BalanceResult {
	return must(sim.Balance(sim.BalanceOptions{
		Scheme: must(sim.ParseBalanceScheme(c.Scheme)), Pattern: must(sim.ParseLoadPattern(c.Pattern)), Processes: c.Processes, Start: c.Start,
		Steps: c.Steps, U: c.U, Mu: c.Mu, Runs: c.Runs, Seed: seed,
	}))
}

// fillBalance enters the figures, and the curve of a cell that is drawn.
func fillBalance(c *schema.BalanceCell, found []sim.BalanceResult) {
	r, six := &found[0], schema.SixDigits
	c.Load = estimateOf(r.Samples)
	c.Largest, c.Last, c.Average, c.Gap = six(r.Largest), six(r.Last), six(r.Average), six(r.Gap)
	c.Attempts, c.Balancings, c.Moved = six(r.Attempts), six(r.Balancings), six(r.Moved)
	if c.Processes == schema.DrawnProcesses && c.Pattern == sim.Steady.String() {
		for i := 1; i < len(r.Curve); i += 2 { // as many points as a picture shows
			p := &r.Curve[i]
			c.Curve = append(c.Curve, schema.BalanceSpan{Step: p.Step, Average: six(p.Average), Load: six(p.Expected), Largest: six(p.Largest)})
		}
	}
}
