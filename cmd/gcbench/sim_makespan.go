package main

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

type simMakespanCmd struct {
	simFlags `embed:""`
	Reps     int  `type:"number" group:"measure" placeholder:"N" help:"Runs of each cell: ${range_reps}, 2 at least (default 200; with --quick 20)."`
	Quick    bool `group:"measure" help:"A few cells and runs: seconds."`
}

// Help says what is simulated.
func (*simMakespanCmd) Help() string {
	return "W unit tasks, all on one of m processors at first; processors without work steal from random ones. " +
		"The makespan beyond W/m, over log2 W, is what the paper calls the constant 2λ. " +
		"docs/algorithms/makespan.md says how to read the table."
}

// makespanCell is one number of processors and of tasks.
type makespanCell struct {
	Processors  int             `json:"processors"`
	Tasks       int             `json:"tasks"`
	Runs        int             `json:"runs"`
	Standard    makespanVariant `json:"standard"`
	Cooperative makespanVariant `json:"cooperative"`
	// Ratio is that of the requests, standard to cooperative, run by run.
	Ratio estimate `json:"ratio"`
	// Scattered are the requests of standard steals when each task starts on a
	// random processor, over those when all start on one. Null where it was not
	// measured: scattering costs time for every task.
	Scattered *estimate `json:"scattered"`
}

// makespanVariant is one way to steal, with all tasks on one processor at
// first.
type makespanVariant struct {
	Beyond   estimate `json:"beyond"`   // makespan - W/m
	Longest  float64  `json:"longest"`  // the same, of the longest run
	Bound    float64  `json:"bound"`    // the same, of the expectation
	Constant estimate `json:"constant"` // (makespan - W/m) / log2 W
	Requests estimate `json:"requests"`
	Granted  estimate `json:"granted"`
}

// makespanRun is one run of a cell under each of its three conditions.
type makespanRun struct {
	standard, cooperative, scattered sim.MakespanResult
}

// maxScattered is how many tasks a run scatters at most.
const maxScattered = 1 << 20

// cells returns the grid, without figures.
func (c *simMakespanCmd) cells() (cells []makespanCell) {
	processors, tasks := []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, []int{16, 18, 20, 22, 24}
	if c.Quick {
		processors, tasks = []int{6, 10, 14}, []int{16, 20}
	}
	for _, w := range tasks {
		for _, m := range processors {
			cells = append(cells, makespanCell{Processors: 1 << m, Tasks: 1 << w, Runs: c.Reps})
		}
	}
	return cells
}

// Run carries out gcbench sim makespan.
func (c *simMakespanCmd) Run(s *session.Session) error {
	switch {
	case c.Reps == 1:
		return session.BadUsage("--reps: 1 run has no interval: it must be 2 or more")
	case c.Reps == 0 && c.Quick:
		c.Reps = 20
	case c.Reps == 0:
		c.Reps = 200
	}
	return c.run(s, "makespan", func(table io.Writer) (*simulated, error) {
		cells := c.cells()
		runs, err := inParallel(s, len(cells)*c.Reps, func(i int) (makespanRun, error) {
			return c.simulate(&cells[i/c.Reps], i%c.Reps)
		})
		if err != nil {
			return nil, err
		}
		for i := range cells {
			cells[i].fill(runs[i*c.Reps : (i+1)*c.Reps])
		}
		s.Progress.Clear()
		return &simulated{cells, makespanPicture(cells)}, makespanTable(table, cells)
	})
}

// simulate is one run. The three conditions share its seed.
func (c *simMakespanCmd) simulate(cell *makespanCell, run int) (r makespanRun, err error) {
	o := sim.MakespanOptions{Seed: c.Seed + uint64(run), Loads: sim.OneQueue(cell.Processors, cell.Tasks)}
	if r.standard, err = sim.Makespan(o); err != nil {
		return r, err
	}
	if cell.Tasks <= maxScattered {
		scattered := o
		scattered.Loads = sim.BallsInBins(cell.Processors, cell.Tasks, o.Seed)
		if r.scattered, err = sim.Makespan(scattered); err != nil {
			return r, err
		}
	}
	o.Stealing = sim.Cooperative
	r.cooperative, err = sim.Makespan(o)
	return r, err
}

// worst returns how much of the bound the longest run needed.
func (c *makespanCell) worst() float64 {
	return max(c.Standard.Longest/c.Standard.Bound, c.Cooperative.Longest/c.Cooperative.Bound)
}

// fill enters the figures.
func (c *makespanCell) fill(runs []makespanRun) {
	over := func(figure func(r *makespanRun) float64) estimate {
		samples := make([]float64, len(runs))
		for i := range runs {
			samples[i] = figure(&runs[i])
		}
		return estimateOf(samples)
	}
	c.Standard = variantOf(runs, func(r *makespanRun) *sim.MakespanResult { return &r.standard })
	c.Cooperative = variantOf(runs, func(r *makespanRun) *sim.MakespanResult { return &r.cooperative })
	c.Ratio = over(func(r *makespanRun) float64 { return float64(r.standard.Requests) / float64(r.cooperative.Requests) })
	if c.Tasks <= maxScattered {
		share := over(func(r *makespanRun) float64 { return float64(r.scattered.Requests) / float64(r.standard.Requests) })
		c.Scattered = &share
	}
}

func variantOf(runs []makespanRun, of func(*makespanRun) *sim.MakespanResult) (v makespanVariant) {
	over := func(figure func(r *sim.MakespanResult) float64) estimate {
		samples := make([]float64, len(runs))
		for i := range runs {
			samples[i] = figure(of(&runs[i]))
		}
		return estimateOf(samples)
	}
	first := of(&runs[0])
	least := float64(first.Tasks) / float64(first.Processors)
	for i := range runs {
		v.Longest = max(v.Longest, float64(of(&runs[i]).Makespan)-least)
	}
	v.Beyond = over(func(r *sim.MakespanResult) float64 { return float64(r.Makespan) - least })
	v.Bound = sixDigits(first.Bound() - least)
	v.Constant = over((*sim.MakespanResult).Constant)
	v.Requests = over(func(r *sim.MakespanResult) float64 { return float64(r.Requests) })
	v.Granted = over(func(r *sim.MakespanResult) float64 { return float64(r.Granted) })
	return v
}
