// Package models has the subcommands of gcbench sim, one file for the marker in virtual time, one that measures a machine for it, one for
// write barriers, and one for the models of papers.
package models

import (
	"context"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// Sim is gcbench sim. Each model has a line here.
type Sim struct {
	Makespan  simMakespanCmd  `cmd:"" help:"Work stealing of unit tasks: the makespan's constant of log2 W."`
	Balance   simBalanceCmd   `cmd:"" help:"Balancing by random pairs: how far a load stays above the average."`
	Dag       simDagCmd       `cmd:"" help:"Work stealing on a dag: what shared and split deques cost."`
	Barriers  simBarriersCmd  `cmd:"" help:"Write barriers: which loses an object when the program runs on, and how."`
	Mark      simMarkCmd      `cmd:"" help:"The marker itself in virtual time: speedups of up to 1024 workers."`
	Calibrate simCalibrateCmd `cmd:"" help:"Measure this machine for sim mark --machine: cores, caches, what one worker takes."`
}

// simFlags are those of every model.
type simFlags struct {
	JSON string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	SVG  string `name:"svg" type:"output" group:"report" placeholder:"FILE" help:"Draw what was measured; - is standard output."`
}

// run opens the outputs, none of which may be one of the files that are read, lets the
// model print its tables, and writes the rest.
func (f *simFlags) run(s *session.Session, model string, seed uint64, read []string, simulate func(tables io.Writer) (schema.Results, error)) error {
	out, err := s.OpenOutputs(read, session.Destination{Flag: "json", Path: f.JSON}, session.Destination{Flag: "svg", Path: f.SVG})
	if err != nil {
		return err
	}
	defer out.Abandon()
	results, err := simulate(out.Human())
	if err != nil {
		return err
	}
	if err := out.Write("svg", sweep.Picture(results).WriteSVG); err != nil {
		return err
	}
	r := schema.Simulation{Schema: schema.SimSchema, Model: model, Command: s.Args, Seed: seed, Results: results}
	if err := out.Write("json", r.WriteJSON); err != nil {
		return err
	}
	return out.Commit()
}

// sweepFlags are those of the models that are simulated over a grid.
type sweepFlags struct {
	simFlags `embed:""`
	Seed     uint64 `type:"number" group:"measure" placeholder:"N" default:"1" help:"Seed of all runs: ${range_seed} (default 1)."`
	Reps     int    `type:"number" group:"measure" placeholder:"N" help:"Runs of each cell: ${range_reps}, 2 at least (default ${runs}; with --quick ${quick_runs})."`
	Quick    bool   `group:"measure" help:"${quick}"`
}

// sweepModel simulates a model over its grid, each cell so many times if the
// command line does not say how often.
func sweepModel[R schema.Results](f *sweepFlags, s *session.Session, model string, runs, quickRuns int, simulate func(context.Context, sweep.Options) (R, error)) error {
	switch {
	case f.Reps == 1:
		return session.BadUsage("--reps: 1 run has no interval: it must be 2 or more")
	case f.Reps == 0 && f.Quick:
		f.Reps = quickRuns
	case f.Reps == 0:
		f.Reps = runs
	}
	progress := func(done, total int) {
		s.Progress.ShowPart(float64(done)/float64(total), "%d of %d simulations", done, total)
	}
	return f.run(s, model, f.Seed, nil, func(tables io.Writer) (schema.Results, error) {
		results, err := simulate(s, sweep.Options{Seed: f.Seed, Runs: f.Reps, Quick: f.Quick, Progress: progress})
		if err != nil {
			return nil, err
		}
		s.Progress.Clear()
		return results, text.Print(tables, text.Simulation(results))
	})
}

// The papers' models, which are simulated over grids.

type simMakespanCmd struct {
	sweepFlags `kong:"embed,set='runs=200',set='quick_runs=20',set='quick=A few cells and runs: seconds.'"`
}

// Help says what is simulated.
func (*simMakespanCmd) Help() string {
	return "All W unit tasks lie on one of m processors at first. A processor without work steals from a random one. " +
		"The makespan beyond W/m, over log2 W, is the constant that the paper calls 2λ. " +
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
