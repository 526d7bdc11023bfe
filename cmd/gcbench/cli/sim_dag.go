package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/sweep"
)

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
