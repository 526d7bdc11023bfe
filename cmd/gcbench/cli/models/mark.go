package models

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/sweep"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/calibrate"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

type simMarkCmd struct {
	flags.Heaps `embed:"" set:"unnamed=a spread of them"`
	simFlags    `embed:""`
	Workers     []int `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of virtual workers: ${range_workers}; ${ranges} (default 1, 2, 4 ... 1024)."`
	flags.Choices
	Recruit     int         `type:"number" group:"mark" placeholder:"N" help:"Objects that the first worker marks before it wakes another: ${range_recruit} (default the marker's own). With --marking owner this flag also lets a worker mark alone, at first and later; without it all begin together."`
	Speculators int         `type:"number" group:"mark" placeholder:"N" help:"Idle workers that may speculate at once, if --speculation lets them: ${range_speculators} (default the marker's own, which is ${speculators})."`
	Against     []string    `type:"names" group:"measure" placeholder:"FILE,..." help:"Reports of gcbench run (--json): compare with what was measured, for the same heaps, workers and settings. The median over the files counts. With --machine the time of one worker for a heap is the measured one."`
	Machine     string      `type:"name" group:"mark" placeholder:"NAME" help:"A machine with caches, on whose cores the workers run: ${machines}, or a file that gcbench sim calibrate or scaling wrote (default one without caches)."`
	Cost        flags.Costs `group:"mark" placeholder:"NAME=NS,..." help:"Virtual nanoseconds that things take, in place of the defaults: docs/algorithms/mark-sim.md lists them."`

	machine *machines.Machine
}

// MarkExample shows a heap that gains from workers, and one that gains from speculation. A heap of
// fewer objects gains little, because one worker marks the first objects alone
// (MemoryPace in mark/internal/policy).
const MarkExample = "gcbench sim mark --shape random,list --workers 1,16,128"

// Help says what runs.
func (*simMarkCmd) Help() string {
	return "The machine has a processor for each worker, and no caches unless --machine says so. " +
		"speedup is over one worker that does not speculate. The ceiling is this worker's time over the longest of the shortest chains of dependent scans: without speculation no number of workers exceeds it. " +
		"owners are the workers that own mark bits (--marking), if not all share them. " +
		"Time does not depend on --layout here, but the choice of victims may. " +
		"Shares are of all workers' time: starved and hoarded of idle workers, searching of those that try to steal. " +
		"With a machine, lines/obj counts cache lines that went from one core to another, and sent/obj references that travelled to owners of mark bits, both for each live object. slots full says how full their slots were, and hottest how many of them went to one owner. " +
		"held by names what takes most of all workers' time besides the scans. docs/algorithms/mark-sim.md lists the possible values, and says what the simulation leaves out.\n\n" +
		"One heap that gains from workers, and one that gains from speculation only (small heaps gain little):\n\n    " + MarkExample
}

// prepare checks everything that can be checked before the work begins. The setups have
// the first number of workers.
func (c *simMarkCmd) prepare(ctx context.Context) ([]flags.Source, []flags.Setup, error) {
	if err := c.findMachine(); err != nil {
		return nil, nil, err
	}
	if c.Workers == nil {
		most := mark.MaxWorkers
		if c.machine != nil {
			most = c.machine.Cores
		}
		for n := 1; n <= most; n *= 2 {
			c.Workers = append(c.Workers, n)
		}
	}
	marking := flags.Marks{Workers: c.Workers, Choices: c.Choices}
	if err := spell.Bounded(append(c.Heaps.Lists(flags.Spread), marking.Lists()...)); err != nil {
		return nil, nil, err
	}
	setups, err := marking.Setups()
	if err != nil {
		return nil, nil, err
	}
	c.LeftOut = marking.LeftOut
	setups = slices.DeleteFunc(setups, func(s flags.Setup) bool { return s.Options.Workers != c.Workers[0] })
	sources, err := c.Sources(ctx, flags.Spread, false, flags.Markers{Number: 1}, flags.SearchBytes)
	return sources, setups, err
}

// findMachine finds the machine of --machine.
func (c *simMarkCmd) findMachine() (err error) {
	if c.Machine == "" {
		return nil
	}
	var named bool
	if c.machine, named = machines.Named(c.Machine); !named {
		if c.machine, err = flags.ReadFile(c.Machine, readMachine); err != nil {
			return fmt.Errorf("--machine: it is neither %s nor a file of gcbench sim calibrate or scaling: %w", spell.Alternatives(machines.Names()), err)
		}
	}
	for _, n := range c.Workers {
		if n > c.machine.Cores {
			return session.BadUsage("--workers: %d cannot be used: the machine %s has %d cores", n, c.machine.Name, c.machine.Cores)
		}
	}
	for _, name := range machines.Priced() {
		if _, given := c.Cost[name]; given {
			return session.BadUsage("--cost: the machine sets %s: leave it out, or change it in a file of gcbench sim calibrate", name)
		}
	}
	return nil
}

// readMachine reads a file of sim calibrate, which is a machine, or of scaling, which has one.
func readMachine(r io.Reader, name string) (*machines.Machine, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var report struct{ Imagined json.RawMessage }
	if json.Unmarshal(text, &report) == nil && len(report.Imagined) > 0 && string(report.Imagined) != "null" {
		text = report.Imagined
	}
	return calibrate.Read(bytes.NewReader(text), name)
}

// Run carries out gcbench sim mark.
func (c *simMarkCmd) Run(s *session.Session) error {
	sources, setups, err := c.prepare(s)
	if err != nil {
		return err
	}
	if c.LeftOut != "" {
		s.Warn("%s", c.LeftOut)
	}
	measured, err := c.measured(s)
	if err != nil {
		return err
	}
	return c.run(s, "mark", sources[0].Seed, append(flags.Inputs(c.Heap...), flags.Inputs(c.Against...)...), func(w io.Writer) (schema.Results, error) {
		names := c.names(sources, setups)
		table := text.NewRows(w, columns.Marks(names, c.machine != nil), columns.PointKeys)
		var curves schema.MarkCurves
		for i, from := range sources {
			of, err := c.simulate(s, from, setups, measured, flags.At(i, len(sources)))
			if err != nil {
				return nil, err
			}
			s.Progress.Clear()
			for k := range of {
				of[k].Name = names[len(curves)]
				if err := table.Row(columns.PointsOf(&of[k])...); err != nil {
					return nil, err
				}
				curves = append(curves, of[k])
			}
		}
		if err := table.End(); err != nil {
			return nil, err
		}
		return &curves, c.against(w, names, curves, measured)
	})
}

// measured reads the reports of --against.
func (c *simMarkCmd) measured(s *session.Session) (runs []*schema.Run, err error) {
	for _, path := range c.Against {
		run, err := session.Await(s, func() (*schema.Run, error) { return flags.ReadFile(path, measure.ReadRun) })
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// against prints a second table: what was simulated beside what was measured.
func (c *simMarkCmd) against(w io.Writer, names []string, curves schema.MarkCurves, measured []*schema.Run) error {
	if len(measured) == 0 {
		return nil
	}
	found := 0
	for i := range curves {
		found += sweep.Against(&curves[i], measured)
	}
	if found == 0 {
		return fmt.Errorf("--against: nothing in %s was measured with these heaps, workers and settings: give gcbench run the same --shape or --heap, --objects, --layout, --seed and --workers", strings.Join(c.Against, ", "))
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	table := text.NewRows(w, columns.Against(names), columns.PointKeys)
	for i := range curves {
		if err := table.Row(slices.DeleteFunc(columns.PointsOf(&curves[i]), func(p columns.Point) bool { return p.Measured == nil })...); err != nil {
			return err
		}
	}
	return table.End()
}

// names tell the curves apart: each heap's, and the choices that vary.
func (c *simMarkCmd) names(sources []flags.Source, setups []flags.Setup) (names []string) {
	for _, from := range sources {
		for _, s := range setups {
			name := from.Name
			if len(c.Preset) > 1 {
				name += " " + s.Preset
			}
			for _, v := range flags.Spelled(s.Options) {
				if c.Values(v.Flag) > 1 {
					name += " " + v.Flag + " " + v.Value
				}
			}
			names = append(names, name)
		}
	}
	return names
}

// simulate builds one heap and simulates marks of it, in each setup. On a machine one worker takes as long as was measured.
func (c *simMarkCmd) simulate(s *session.Session, from flags.Source, setups []flags.Setup, measured []*schema.Run, at flags.Portion) ([]schema.MarkCurve, error) {
	h, err := flags.Load(s, from)
	if err != nil {
		return nil, err
	}
	if err := flags.CheckOrder(from.Name, h.Heap); err != nil {
		return nil, err
	}
	if err := flags.CheckMarking(from.Name, h.Heap, flags.Markers{Number: 1}, flags.SearchBytes(h.Heap)); err != nil {
		return nil, err
	}
	facts, machine := h.Facts(from.Seed, 0), c.machine
	if one := sweep.OneWorker(&facts, measured); machine != nil && one > 0 {
		if machine, err = calibrate.Heap(s, h.Heap, machine, one); err != nil {
			return nil, err
		}
	}
	var curves []schema.MarkCurve
	for i, how := range setups {
		s.Progress.ShowPart(at.Done(flags.At(i, len(setups)).Done(0)), "%s (%d of %d): simulating", from.Name, at.Index+1, at.Of)
		config := sim.Config{Options: how.Of(from), Costs: c.Cost.Costs(), Machine: machine, Speculators: c.Speculators}
		config.Options.Tuning.Recruit = c.Recruit
		found, err := sim.Sweep(s, h.Heap, config, c.Workers)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.Name, err)
		}
		curves = append(curves, *sweep.Curve(h.Facts(from.Seed, found.Bound.Live), how.Preset, config, found))
	}
	return curves, nil
}
