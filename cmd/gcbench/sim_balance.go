package main

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

type simBalanceCmd struct {
	simFlags `embed:""`
	Reps     int  `type:"number" group:"measure" placeholder:"N" help:"Runs of each cell: ${range_reps}, 2 at least (default 8; with --quick 3)."`
	Quick    bool `group:"measure" help:"Fewer cells and runs: seconds."`
}

// Help says what is simulated.
func (*simBalanceCmd) Help() string {
	return "Processes generate and consume items, and now and then even out their loads with random others, or steal from them. " +
		"How far above the average is the load of a process? " +
		"docs/algorithms/balance.md says how to read the tables."
}

// balanceResults are the blocks of the report. Each varies one thing.
type balanceResults struct {
	Sizes     []balanceCell `json:"sizes"`     // processes, under a steady load
	Patterns  []balanceCell `json:"patterns"`  // what the application does
	Rates     []balanceCell `json:"rates"`     // u, under a steady load
	Shrinking []balanceCell `json:"shrinking"` // items at the start, all but four of which are consumed
}

// balanceCell is one system. Loads are relative to the average at the same time.
type balanceCell struct {
	Scheme    string  `json:"scheme"`
	Pattern   string  `json:"pattern"`
	Processes int     `json:"processes"`
	Start     int     `json:"start"` // items of each process
	Steps     int     `json:"steps"`
	U         int     `json:"u"`
	Mu        float64 `json:"mu"`
	Runs      int     `json:"runs"`

	Load    estimate `json:"load"`    // expected, of the most loaded process, in the second half of the steps
	Largest float64  `json:"largest"` // of whoever has most at the time, likewise
	Last    float64  `json:"last"`    // as load, at the end
	Average float64  `json:"average"` // items of a process at the end
	Gap     float64  `json:"gap"`     // items that whoever has most has above that

	// Per step.
	Attempts   float64 `json:"attempts"`
	Balancings float64 `json:"balancings"`
	Moved      float64 `json:"moved"`

	Curve []balanceSpan `json:"curve"` // of sizes with drawnProcesses; else null
}

// balanceSpan is a point of a load curve.
type balanceSpan struct {
	Step    int     `json:"step"` // the last of the span
	Average float64 `json:"average"`
	Load    float64 `json:"load"`
	Largest float64 `json:"largest"`
}

const (
	balanceMu   = 1
	stepsPerOne = 16 // steps for each process
	itemsAtEnd  = 4  // of a process, where the average shrinks
	manyRuns    = 8  // times --reps where runs are short and differ much

	drawnProcesses = 1024 // whose loads are followed through time
)

// plan returns the blocks, without figures.
func (c *simBalanceCmd) plan() *balanceResults {
	sizes, most, some, few, starts := []int{64, 128, 256, 512, 1024, 2048}, 4096, 512, 256, []int{16, 32, 64, 128, 256, 512, 1024}
	if c.Quick {
		sizes, most, some, few, starts = []int{64, 256, 1024}, 1024, 128, 64, []int{16, 64, 256}
	}
	r := &balanceResults{}
	for _, scheme := range sim.BalanceSchemes() {
		for _, n := range sizes {
			r.Sizes = append(r.Sizes, c.cell(scheme, sim.Steady, n, 1))
		}
	}
	for _, pattern := range sim.LoadPatterns() {
		for _, scheme := range sim.BalanceSchemes() {
			r.Patterns = append(r.Patterns, c.cell(scheme, pattern, some, 1))
		}
	}
	for _, scheme := range sim.BalanceSchemes()[:3] {
		for _, u := range []int{1, 2, 4, 8} {
			r.Rates = append(r.Rates, c.cell(scheme, sim.Steady, few, u))
		}
	}
	for _, scheme := range sim.BalanceSchemes()[:2] {
		for _, start := range starts {
			cell := c.cell(scheme, sim.Drain, most, 1)
			cell.Start, cell.Steps, cell.Runs = start, start-itemsAtEnd, manyRuns*c.Reps
			r.Shrinking = append(r.Shrinking, cell)
		}
	}
	return r
}

func (c *simBalanceCmd) cell(scheme sim.BalanceScheme, pattern sim.LoadPattern, processes, u int) balanceCell {
	return balanceCell{
		Scheme: scheme.Name, Pattern: pattern.String(), Processes: processes,
		Start: 8 * u, Steps: stepsPerOne * processes, U: u, Mu: balanceMu, Runs: c.Reps,
	}
}

// all are the cells of every block.
func (r *balanceResults) all() (cells []*balanceCell) {
	for _, block := range [][]balanceCell{r.Sizes, r.Patterns, r.Rates, r.Shrinking} {
		for i := range block {
			cells = append(cells, &block[i])
		}
	}
	return cells
}

// Run carries out gcbench sim balance.
func (c *simBalanceCmd) Run(s *session.Session) error {
	switch {
	case c.Reps == 1:
		return session.BadUsage("--reps: 1 run has no interval: it must be 2 or more")
	case c.Reps == 0 && c.Quick:
		c.Reps = 3
	case c.Reps == 0:
		c.Reps = 8
	}
	return c.run(s, "balance", func(table io.Writer) (*simulated, error) {
		r := c.plan()
		cells := r.all()
		found, err := inParallel(s, len(cells), func(i int) (sim.BalanceResult, error) { return cells[i].simulate(c.Seed) })
		if err != nil {
			return nil, err
		}
		for i := range cells {
			cells[i].fill(&found[i])
			if i < len(r.Sizes) && cells[i].Processes == drawnProcesses {
				cells[i].follow(found[i].Curve)
			}
		}
		s.Progress.Clear()
		return &simulated{r, r.picture()}, r.writeTables(table)
	})
}

func (c *balanceCell) simulate(seed uint64) (sim.BalanceResult, error) {
	scheme, _ := sim.BalanceSchemeByName(c.Scheme)
	pattern, _ := sim.LoadPatternByName(c.Pattern)
	return sim.Balance(sim.BalanceOptions{
		Scheme: scheme, Pattern: pattern, Processes: c.Processes, Start: c.Start,
		Steps: c.Steps, U: c.U, Mu: c.Mu, Runs: c.Runs, Seed: seed,
	})
}

// fill enters the figures.
func (c *balanceCell) fill(r *sim.BalanceResult) {
	c.Load = estimateOf(r.Samples)
	c.Largest, c.Last, c.Average, c.Gap = sixDigits(r.Largest), sixDigits(r.Last), sixDigits(r.Average), sixDigits(r.Gap)
	c.Attempts, c.Balancings, c.Moved = sixDigits(r.Attempts), sixDigits(r.Balancings), sixDigits(r.Moved)
}

// follow enters the curve.
func (c *balanceCell) follow(curve []sim.BalancePoint) {
	for _, p := range curve {
		c.Curve = append(c.Curve, balanceSpan{p.Step, sixDigits(p.Average), sixDigits(p.Expected), sixDigits(p.Largest)})
	}
}
