package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/sweep"
)

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
