package models

import (
	"encoding/json"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/timing"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

type simCalibrateCmd struct {
	Output string `short:"o" type:"output" required:"" placeholder:"FILE" help:"File to write, for sim mark --machine."`
}

// Help says what is measured.
func (*simCalibrateCmd) Help() string {
	return "Measures the costs of this machine for sim mark --machine: a cache line from core to core, loads by distance, and objects, references and mark bits on one core. " +
		"Only one worker marks, so that a measurement with two can check what sim mark predicts. " +
		"The command takes half a minute on a quiet machine of a few processors. It needs Linux and 1 GiB of memory. docs/algorithms/scaling.md says what each figure means."
}

// Run carries out gcbench sim calibrate.
func (c *simCalibrateCmd) Run(s *session.Session) error {
	file, err := s.CreateFile(c.Output)
	if err != nil {
		return err
	}
	defer file.Abandon()
	m, measured, err := timing.Calibrate(s, "gcbench sim calibrate")
	if err != nil {
		return err
	}
	for _, t := range measured.Transfers {
		if t.Most > 2*t.Least {
			s.Warn("a line took %.0f to %.0f ns from processor %d to %d: the host moves its processors, or runs something else on them; measure when it is quiet", t.Least, t.Most, t.A, t.B)
			break
		}
	}
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(file, "%s\n", data); err != nil {
		return err
	}
	if err := file.Commit(); err != nil {
		return err
	}
	return text.Print(s.Stdout, text.Machine(m))
}
