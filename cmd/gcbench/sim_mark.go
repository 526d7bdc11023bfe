package main

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
)

// simMarkObjects is a heap's size by default: a fifth of a second a simulation.
const simMarkObjects = 1_000_000

type simMarkCmd struct {
	simFlags `embed:""`
	Shape    []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps: ${shapes} (default a spread of them)."`
	Objects  uint64   `type:"number" group:"heap" placeholder:"N" help:"Objects of a heap, live and garbage: ${range_objects} (default 1000000)."`
	Layout   string   `type:"choice" group:"heap" placeholder:"LAYOUT" help:"Order of objects in memory: ${layouts} (default shuffled). Time does not depend on it here, the choice of victims may."`
	Workers  []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of virtual workers: ${range_workers} (default 1, 2, 4 ... 1024)."`
	Preset   string   `type:"choice" group:"mark" placeholder:"NAME" help:"Imitation of a real collector, in place of the flags below: ${presets}."`
	Queue    string   `type:"choice" group:"mark" placeholder:"NAME" help:"Deque: ${queues} (default stealhalf)."`
	Grain    int      `type:"number" group:"mark" placeholder:"N" default:"${grain}" help:"References in an item of a deque: ${range_grain} (default ${grain})."`
	Deque    int      `type:"number" group:"mark" placeholder:"N" default:"${deque}" help:"Items that a deque holds: ${range_deque} (default ${deque})."`
	Overflow int      `type:"number" group:"mark" placeholder:"N" default:"${overflow}" help:"Blocks of the overflow pool: ${range_overflow}; 0 is no pool (default ${overflow})."`
	Steal    string   `type:"choice" group:"mark" placeholder:"WHEN" default:"empty" help:"When to steal: ${steals} (default empty)."`
	Amount   string   `type:"choice" group:"mark" placeholder:"AMOUNT" help:"How much to steal: ${amounts} (default the deque's own)."`
	Victim   string   `type:"choice" group:"mark" placeholder:"WHO" default:"random" help:"From whom to steal: ${victims} (default random)."`
	Idle     string   `type:"choice" group:"mark" placeholder:"HOW" default:"park" help:"What idle workers do: ${idles} (default park)."`
	Cost     costFlag `group:"mark" placeholder:"NAME=NS,..." help:"Virtual nanoseconds that things take, in place of the defaults: docs/algorithms/mark-sim.md lists them."`

	marking markFlags
}

// Help says what is simulated.
func (*simMarkCmd) Help() string {
	return "The marker's own rules in virtual time, on a machine with a processor for each worker and without caches. " +
		"speedup is over one worker; the ceiling, which no number of workers exceeds, is one worker's time over the longest of the shortest chains of dependent scans. " +
		"Shares are of all workers' time: starved and hoarded of idle workers, searching of those that try to steal. " +
		"docs/algorithms/mark-sim.md says what is left out."
}

// AfterApply hands the flags on marking to where they are checked for run.
func (c *simMarkCmd) AfterApply(ctx *kong.Context) error {
	one := func(name string) []string {
		if name == "" {
			return nil
		}
		return []string{name}
	}
	c.marking = markFlags{
		Workers: c.Workers, Preset: one(c.Preset), Queue: one(c.Queue), Grain: c.Grain, Deque: c.Deque, Overflow: c.Overflow,
		Steal: c.Steal, Amount: c.Amount, Victim: c.Victim, Idle: c.Idle,
	}
	if c.Workers == nil {
		for n := 1; n <= mark.MaxWorkers; n *= 2 {
			c.marking.Workers = append(c.marking.Workers, n)
		}
	}
	return c.marking.AfterApply(ctx)
}

// prepare checks everything that can be checked before the work begins.
func (c *simMarkCmd) prepare() ([]heapSource, sim.Config, error) {
	setups, err := c.marking.setups(c.Seed)
	if err != nil {
		return nil, sim.Config{}, err
	}
	size := sizeFlags{Objects: c.Objects, Layout: c.Layout, Seed: c.Seed}
	p, err := size.params(simMarkObjects)
	if err != nil {
		return nil, sim.Config{}, err
	}
	shapes := c.Shape
	if shapes == nil {
		shapes = spread
	}
	// The search for the bound has a time for each granule and a queue.
	search := func(h *heap.Heap) uint64 { return uint64(len(h.Arena())) + 16*h.NumEdges() }
	return shapeSources(shapes, p), sim.Config{Options: setups[0].options, Costs: c.Cost.costs()}, checkMemory(shapes, p, markers{number: 1}, search)
}

// Run carries out gcbench sim mark.
func (c *simMarkCmd) Run(s *session.Session) error {
	sources, config, err := c.prepare()
	if err != nil {
		return err
	}
	return c.run(s, "mark", func(w io.Writer) (report.Drawn, error) {
		table := report.NewMarkTable(w, sourceNames(sources))
		var curves report.MarkCurves
		for _, from := range sources {
			curve, err := c.simulate(s, from, config)
			if err != nil {
				return nil, err
			}
			s.Progress.Clear()
			if err := table.Rows(from.name, curve); err != nil {
				return nil, err
			}
			curves = append(curves, *curve)
		}
		return curves, nil
	})
}

// simulate builds one heap and simulates marks of it.
func (c *simMarkCmd) simulate(s *session.Session, from heapSource, config sim.Config) (*report.MarkCurve, error) {
	h, err := load(s, from)
	if err != nil {
		return nil, err
	}
	s.Progress.Show("%s: simulating", from.name)
	found, err := sim.Sweep(s, h.Heap, config, c.marking.workers())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.name, err)
	}
	return report.NewMarkCurve(report.FactsOf(h, c.Seed, found.Bound.Live), c.Preset, config, found), nil
}
