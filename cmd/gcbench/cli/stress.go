package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

type stressCmd struct {
	Scenario []string       `type:"names" group:"mark" placeholder:"NAME,..." help:"Scenarios, or all (the default); they are listed below."`
	Seed     uint64         `type:"number" group:"measure" placeholder:"N" default:"1" help:"Seed of a scenario's first round: ${range_seed} (default 1). The next round has the next seed."`
	Rounds   int            `type:"number" group:"measure" placeholder:"N" help:"Rounds of each scenario: ${range_rounds}."`
	For      *time.Duration `group:"measure" placeholder:"TIME" help:"Go on for this long, in equal parts for the scenarios: 90s, 10m, 8h (default 30s without --rounds)."`
	Verbose  bool           `group:"report" help:"Name each round on standard error before it begins. If a defect ends the whole process, it was in the last round named."`
	flags.Report

	duration time.Duration // 0: as long as --rounds takes
}

// stressDefault is how long a run goes on that says nothing about it.
const stressDefault = 30 * time.Second

// Help is printed below the flags' summary.
func (*stressCmd) Help() string {
	return "Marks small heaps and graphs under faults. Each mark must end with exactly what a plain search reaches or with the error that the fault calls for, and no goroutine may be left. " +
		"The seed of a round decides what is marked, how, and with which faults. The workers interleave differently each time. " +
		"errors counts marks that ended with the expected error. overflow counts blocks for which the deques had no room, and pended references for which the pool had none. forwarded counts references that went to the owners of their mark bits. " +
		"The exit status is 1 if a round fails, and the command that makes the same round again is printed. Whether it fails again depends on the schedule." +
		fmt.Sprintf("\n\nA round of tiny makes %d marks, so this makes a million:\n\n    gcbench stress --scenario tiny --rounds %d", stress.TinyMarks, 1_000_000/stress.TinyMarks)
}

// Run carries out gcbench stress.
func (c *stressCmd) Run(s *session.Session) error {
	switch {
	case c.For != nil && *c.For <= 0:
		return session.BadUsage("--for: %v cannot be used: it must be a positive time, such as 90s, 10m or 8h", *c.For)
	case c.For == nil && c.Rounds == 0:
		c.duration = stressDefault
	case c.For != nil:
		c.duration = *c.For
	}
	if c.Scenario == nil {
		c.Scenario = stress.Names()
	}
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	r := &schema.Stress{Schema: schema.StressSchema, Env: machine.Describe(s.Args), Seed: c.Seed}
	if err := c.runAll(s, out.Human(), r); err != nil {
		return err
	}
	if err := out.Finish(r); err != nil {
		return err
	}
	verdict, err := text.Stressed(r)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out.Human(), verdict)
	return err
}

// runAll runs one scenario after the other, until one fails.
func (c *stressCmd) runAll(s *session.Session, w io.Writer, r *schema.Stress) error {
	table := text.NewStressTable(w)
	for _, name := range c.Scenario {
		scenario, err := stress.Parse(name)
		if err != nil {
			return err
		}
		plan := stress.Plan{
			Seed: c.Seed, Rounds: c.Rounds, Duration: c.duration / time.Duration(len(c.Scenario)), Deques: setting.Kinds,
			Progress: func(t *stress.Tally) { c.tell(s, t) },
		}
		tally, err := stress.Run(s, &scenario, plan)
		s.Progress.Clear()
		var failed *stress.Failure
		errors.As(err, &failed)
		r.Scenarios = append(r.Scenarios, tally.Tally)
		r.Marks += tally.Marks
		if err := table.Row(text.Scenario{Tally: &tally, Err: err}); err != nil {
			return err
		}
		switch {
		case failed != nil:
			c.fail(r, failed, &tally)
			fmt.Fprint(s.Stderr, failed.Stacks)
			return nil
		case err != nil:
			return err
		}
	}
	r.Passed = true
	return nil
}

// fail enters the round that went wrong.
func (c *stressCmd) fail(r *schema.Stress, f *stress.Failure, t *stress.Tally) {
	r.Failure = &schema.StressFailure{Scenario: f.Scenario, Seed: f.Seed, Problem: f.Err.Error(), Command: c.repeat(f, t)}
}

// tell says which round begins.
func (c *stressCmd) tell(s *session.Session, t *stress.Tally) {
	if c.Verbose {
		fmt.Fprintln(s.Stderr, c.repeat(&stress.Failure{Scenario: t.Scenario, Seed: c.Seed + t.Rounds}, t))
		return
	}
	s.Progress.Show("%s: round %d, %d marks", t.Scenario, t.Rounds+1, t.Marks)
}

// repeat is the command that does the same rounds again. A scenario that did not do what
// it is about has no single round to blame.
func (c *stressCmd) repeat(f *stress.Failure, t *stress.Tally) string {
	rounds := uint64(1)
	if f.Whole {
		rounds = t.Rounds
	}
	return spell.Command("stress", "--scenario", f.Scenario, "--seed", fmt.Sprint(f.Seed), "--rounds", fmt.Sprint(rounds))
}
