package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
)

// The papers' models, which are simulated over grids.

type simMakespanCmd struct {
	sweepFlags `kong:"embed,set='runs=200',set='quick_runs=20',set='quick=A few cells and runs: seconds.'"`
}

// Help says what is simulated.
func (*simMakespanCmd) Help() string {
	return "W unit tasks, all on one of m processors at first; processors without work steal from random ones. " +
		"The makespan beyond W/m, over log2 W, is what the paper calls the constant 2λ. " +
		"docs/algorithms/makespan.md says how to read the table."
}

// Run carries out gcbench sim makespan.
func (c *simMakespanCmd) Run(s *session.Session) error {
	return sweepModel(&c.sweepFlags, s, "makespan", 200, 20, sweep.Makespan)
}

type simBalanceCmd struct {
	sweepFlags `kong:"embed,set='runs=8',set='quick_runs=3',set='quick=Fewer cells and runs: seconds.'"`
}

// Help says what is simulated.
func (*simBalanceCmd) Help() string {
	return "Processes generate and consume items, and now and then even out their loads with random others, or steal from them. " +
		"How far above the average is the load of a process? " +
		"docs/algorithms/balance.md says how to read the tables."
}

// Run carries out gcbench sim balance.
func (c *simBalanceCmd) Run(s *session.Session) error {
	return sweepModel(&c.sweepFlags, s, "balance", 8, 3, sweep.Balance)
}

type simDagCmd struct {
	sweepFlags `kong:"embed,set='runs=10',set='quick_runs=3',set='quick=Smaller dags and fewer runs: seconds.'"`
}

// Help says what is simulated.
func (*simDagCmd) Help() string {
	return "Processors execute the nodes of a dag by work stealing, with deques that are concurrent throughout (conventional) or private until a thief asks (lowcost). " +
		"Compare-and-swaps, fences, notifications and steal attempts are counted. " +
		"docs/algorithms/dag.md says what is charged, and how to read the tables."
}

// Run carries out gcbench sim dag.
func (c *simDagCmd) Run(s *session.Session) error {
	return sweepModel(&c.sweepFlags, s, "dag", 10, 3, sweep.Dag)
}
