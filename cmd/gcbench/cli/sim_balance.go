package cli

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/sweep"
)

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
