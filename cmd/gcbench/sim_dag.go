package main

import (
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

type simDagCmd struct {
	simFlags `embed:""`
	Reps     int  `type:"number" group:"measure" placeholder:"N" help:"Runs of each cell: ${range_reps}, 2 at least (default 10; with --quick 3)."`
	Quick    bool `group:"measure" help:"Smaller dags and fewer runs: seconds."`
}

// Help says what is simulated.
func (*simDagCmd) Help() string {
	return "Processors execute the nodes of a dag by work stealing, with deques that are concurrent throughout (conventional) or private until a thief asks (lowcost). " +
		"Compare-and-swaps, fences, notifications and steal attempts are counted. " +
		"docs/algorithms/dag.md says what is charged, and how to read the tables."
}

// dagResults are the three charts of Figure 2.
type dagResults struct {
	Balanced   []dagCell `json:"balanced"`   // a: by depth
	Unbalanced []dagCell `json:"unbalanced"` // b: by depth
	Processors []dagCell `json:"processors"` // c: by processors, a balanced dag
}

// dagCell is a dag on a number of processors, under both schedulers.
type dagCell struct {
	Shape      string   `json:"shape"`
	Depth      int      `json:"depth"`
	Processors int      `json:"processors"`
	Runs       int      `json:"runs"`
	Work       estimate `json:"work"`
	Span       int      `json:"span"`

	Conventional dagCosts `json:"conventional"`
	LowCost      dagCosts `json:"lowcost"`
}

// dagCosts is what one scheduler took.
type dagCosts struct {
	Steps           estimate `json:"steps"`
	CAS             estimate `json:"cas"`
	Fences          estimate `json:"fences"`
	Synchronization estimate `json:"synchronization"` // CAS and fences
	Notifications   estimate `json:"notifications"`
	Attempts        estimate `json:"attempts"` // at stealing
	Steals          estimate `json:"steals"`
	Exposed         estimate `json:"exposed"` // nodes, upon a notification

	// By processors times span.
	SynchronizationPerPSpan float64 `json:"synchronization_per_p_span"`
	AttemptsPerPSpan        float64 `json:"attempts_per_p_span"`
}

// dagRun is one run of a cell.
type dagRun struct{ conventional, lowCost sim.DagResult }

const (
	dagProcessors = 16 // where the depth varies
	dagDepth      = 20 // where the processors vary
)

// plan returns the charts, without figures. Small dags stand first in each, so
// the largest do not all run at once.
func (c *simDagCmd) plan() *dagResults {
	balanced, unbalanced, processors := 25, 300, 1024
	if c.Quick {
		balanced, unbalanced, processors = 20, 200, 256
	}
	r := &dagResults{}
	for depth := 5; depth <= balanced; depth++ {
		r.Balanced = append(r.Balanced, c.cell(sim.Balanced, depth, dagProcessors))
	}
	for depth := 25; depth <= unbalanced; depth += 25 {
		r.Unbalanced = append(r.Unbalanced, c.cell(sim.Unbalanced, depth, dagProcessors))
	}
	for p := 1; p <= processors; p *= 2 {
		r.Processors = append(r.Processors, c.cell(sim.Balanced, dagDepth, p))
	}
	return r
}

func (c *simDagCmd) cell(shape sim.DagShape, depth, processors int) dagCell {
	return dagCell{Shape: shape.String(), Depth: depth, Processors: processors, Runs: c.Reps, Span: depth}
}

func (r *dagResults) all() (cells []*dagCell) {
	for _, chart := range [][]dagCell{r.Balanced, r.Unbalanced, r.Processors} {
		for i := range chart {
			cells = append(cells, &chart[i])
		}
	}
	return cells
}

// Run carries out gcbench sim dag.
func (c *simDagCmd) Run(s *session.Session) error {
	switch {
	case c.Reps == 1:
		return session.BadUsage("--reps: 1 run has no interval: it must be 2 or more")
	case c.Reps == 0 && c.Quick:
		c.Reps = 3
	case c.Reps == 0:
		c.Reps = 10
	}
	return c.run(s, "dag", func(table io.Writer) (*simulated, error) {
		r := c.plan()
		cells := r.all()
		runs, err := inParallel(s, len(cells)*c.Reps, func(i int) (dagRun, error) {
			return cells[i/c.Reps].simulate(c.Seed + uint64(i%c.Reps))
		})
		if err != nil {
			return nil, err
		}
		for i := range cells {
			cells[i].fill(runs[i*c.Reps : (i+1)*c.Reps])
		}
		s.Progress.Clear()
		return &simulated{r, r.picture()}, r.writeTables(table)
	})
}

// simulate is one run. Both schedulers execute the same dag.
func (c *dagCell) simulate(seed uint64) (r dagRun, err error) {
	o := sim.DagOptions{Depth: c.Depth, Processors: c.Processors, Seed: seed}
	if c.Shape == sim.Unbalanced.String() {
		o.Shape = sim.Unbalanced
	}
	if r.conventional, err = sim.Dag(o); err != nil {
		return r, err
	}
	o.Scheduler = sim.LowCost
	r.lowCost, err = sim.Dag(o)
	return r, err
}

// fill enters the figures.
func (c *dagCell) fill(runs []dagRun) {
	samples := make([]float64, len(runs))
	for i := range runs {
		samples[i] = float64(runs[i].lowCost.Work)
	}
	c.Work = countOf(samples)
	c.Conventional = c.costs(runs, func(r *dagRun) *sim.DagResult { return &r.conventional })
	c.LowCost = c.costs(runs, func(r *dagRun) *sim.DagResult { return &r.lowCost })
}

func (c *dagCell) costs(runs []dagRun, of func(*dagRun) *sim.DagResult) (d dagCosts) {
	over := func(count func(r *sim.DagResult) uint64) estimate {
		samples := make([]float64, len(runs))
		for i := range runs {
			samples[i] = float64(count(of(&runs[i])))
		}
		return countOf(samples)
	}
	d.Steps = over(func(r *sim.DagResult) uint64 { return r.Steps })
	d.CAS = over(func(r *sim.DagResult) uint64 { return r.CAS })
	d.Fences = over(func(r *sim.DagResult) uint64 { return r.Fences })
	d.Synchronization = over((*sim.DagResult).Synchronization)
	d.Notifications = over(func(r *sim.DagResult) uint64 { return r.Notifications })
	d.Attempts = over(func(r *sim.DagResult) uint64 { return r.Attempts })
	d.Steals = over(func(r *sim.DagResult) uint64 { return r.Steals })
	d.Exposed = over(func(r *sim.DagResult) uint64 { return r.Exposed })
	pSpan := float64(c.Processors * c.Span)
	d.SynchronizationPerPSpan, d.AttemptsPerPSpan = sixDigits(d.Synchronization.Mean/pSpan), sixDigits(d.Attempts.Mean/pSpan)
	return d
}

// countOf is estimateOf for whole numbers, whose mean is exact to the tenth.
func countOf(samples []float64) estimate {
	sum := 0.0
	for _, v := range samples {
		sum += v
	}
	e := estimateOf(samples)
	e.Mean = math.Round(10*sum/float64(len(samples))) / 10
	e.CI95 = [2]float64{min(e.CI95[0], e.Mean), max(e.CI95[1], e.Mean)} // was rounded
	return e
}
