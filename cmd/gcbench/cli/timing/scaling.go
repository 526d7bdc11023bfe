package timing

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Scaling is gcbench scaling: a machine, and how marks scale on it.
type Scaling struct {
	Shape       []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps, listed below, or all (default a spread of them)."`
	Heap        []string `type:"names" group:"heap" placeholder:"FILE,..." help:"Files to mark as well, each one ${files}."`
	flags.Sizes `embed:"" set:"objects=as many as the time allows, 4M at most"`
	flags.Files
	Workers  []int         `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers}; ${ranges} (default 1, 2, 4 ... GOMAXPROCS, here ${procs}, and some between them if the time allows). The first must be 1."`
	For      time.Duration `type:"period" group:"measure" placeholder:"TIME" default:"19m" help:"How long all of it may take: 10m, 1h30m (default 19m). Heaps are left out or made smaller for it, but those of --heap and of --objects are not."`
	Patience time.Duration `type:"period" group:"measure" placeholder:"TIME" default:"10m" help:"How long a process may give no sign of life (default 10m)."`
	JSON     string        `short:"o" required:"" type:"output" group:"report" placeholder:"FILE" help:"Write the report to this file; - is standard output."`
}

// Help says what is measured.
func (*Scaling) Help() string {
	return "Measures the machine: how long a cache line takes from one processor to another, locked instructions, and loads from each level of the caches, as gcbench sim calibrate does. " +
		"Then it marks heaps with 1, 2, 4 ... workers up to all processors, once with an owner for each mark bit and once with shared bits (--marking). " +
		"It needs Linux and two processors, and neither Go nor another file.\n\n" +
		"The file has the form of gcbench run --json, so report, compare and sim mark --against read it. It is also a machine for sim mark --machine. docs/measuring.md says where it can be sent."
}

// scalingShapes are marked if none are named. If the time is short, the last of them are left out.
var scalingShapes = []string{"tree", "random", "grid", "uniform", "app", "rmat", "program", "lists", "gcbench", "wide", "dag"}

const scalingSamples = 6 // of each process

// Run carries out gcbench scaling.
func (c *Scaling) Run(s *session.Session) error {
	ends := time.Now().Add(c.For)
	if err := c.check(s); err != nil {
		return err
	}
	out, err := s.OpenOutputs(flags.Inputs(c.Heap...), session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	r := emptyReport(s.Args)
	if err := c.machine(s, out, &r); err != nil {
		return err
	}
	plan, err := c.plan(s, ends)
	if err != nil {
		return err
	}
	s.Progress.Clear()
	if err := text.Print(out.Human(), plan.String()); err != nil {
		return err
	}
	r.Warn(plan.leftOut()...)
	return c.mark(s, out, &r, plan.run)
}

// machine measures the machine, and prints what was found.
func (c *Scaling) machine(s *session.Session, out *session.Outputs, r *schema.Run) error {
	imagined, m, err := Calibrate(s, "gcbench scaling")
	switch {
	case s.Err() != nil:
		return interrupted(false)
	case err != nil:
		return err
	}
	r.Machine, r.Imagined = m, imagined
	return text.Print(out.Human(), text.Measured(m))
}

// mark measures marks, and writes the report.
func (c *Scaling) mark(s *session.Session, out *session.Outputs, r *schema.Run, run *Run) error {
	sources, setups, err := c.prepare(s, run)
	if err != nil {
		return err
	}
	if run.ownersOut != "" {
		r.Warn(run.ownersOut)
	}
	if err := run.measure(s, out, r, &text.ScalingTable{To: out.Human()}, sources, setups); err != nil {
		return err
	}
	interrupt := run.revisitAll(s, r, sources, setups)
	if err := run.writeReports(out, r); err != nil {
		return err
	}
	if interrupt != nil {
		return interrupt
	}
	return text.Print(out.Human(), c.predict(run, r.Imagined))
}

// predict says how the measured heaps of shapes are simulated on the machine that the report imagines, where one worker takes as
// long as was measured, and how both are shown side by side.
func (c *Scaling) predict(run *Run, on *machines.Machine) string {
	shapes := run.Heaps
	shapes.Heap = nil
	words := slices.Concat([]string{"gcbench sim mark"}, spell.Line(shapes.Lists(nil)...), run.Marks.Args())
	if slices.Max(run.Workers) <= on.Cores {
		words = append(words, "--machine", c.JSON, "--against", c.JSON)
	}
	return "\nTo predict the same in virtual time, and to see both on one page:\n  " + strings.Join(words, " ") + " --json predicted.json" +
		"\n  gcbench report " + c.JSON + " predicted.json -o scaling.html\n"
}

// check complains about what cannot be measured, before the work begins.
func (c *Scaling) check(s *session.Session) error {
	switch {
	case c.Workers != nil && c.Workers[0] != 1:
		return session.BadUsage("--workers: the first number is %d and must be 1: speedups are over one worker", c.Workers[0])
	case slices.ContainsFunc(c.Heap, source.IsStdin):
		return session.BadUsage("--heap: standard input can be read by one process, and several measure: give a file")
	case invoke.Here():
		return errors.New("gcbench scaling starts processes that measure, and cannot be one of them")
	}
	if _, _, err := c.prepare(s, c.run(smallestHeap, []int{1, processors()})); err != nil {
		return err
	}
	if processors() < 2 && c.Workers == nil {
		return fmt.Errorf("gcbench scaling needs two processors, and GOMAXPROCS is %d: raise it, or use another machine", processors())
	}
	return nil
}

func processors() int { return min(runtime.GOMAXPROCS(0), mark.MaxWorkers) }

// run is the run that measures heaps of so many objects, unless the user has said how many.
func (c *Scaling) run(objects uint64, workers []int) *Run {
	r := &Run{Heaps: flags.Heaps{Shape: c.Shape, Heap: c.Heap, Sizes: c.Sizes, Files: c.Files}, JSON: c.JSON}
	if r.Shape == nil {
		r.Shape = scalingShapes
	}
	if r.Objects == nil {
		r.Objects = []uint64{objects}
	}
	if r.Workers = c.Workers; r.Workers == nil {
		r.Workers = workers
	}
	r.Choices.Flags = setting.Flags{Marking: []string{tune.MarkingOwner.String(), tune.MarkingShared.String()}}
	r.Reps, r.Patience = scalingSamples, c.Patience
	return r
}

// prepare returns the heaps, those of the shapes first, and all settings.
func (c *Scaling) prepare(ctx context.Context, run *Run) ([]flags.Source, []flags.Setup, error) {
	setups, err := run.Setups()
	if err != nil {
		return nil, nil, err
	}
	setups = run.withoutIdleOwners(setups)
	shapes, files := run.Heaps, run.Heaps
	shapes.Heap, files.Shape, files.Objects, files.Layout = nil, nil, nil, nil
	if run.Heap != nil {
		shapes.Files = flags.Files{}
	}
	sources, err := shapes.Sources(ctx, nil, false, flags.MarkersOf(setups), nil)
	if err == nil && run.Heap != nil {
		var more []flags.Source
		more, err = files.Sources(ctx, nil, false, flags.Markers{}, nil)
		sources = append(sources, more...)
	}
	return sources, setups, err
}
