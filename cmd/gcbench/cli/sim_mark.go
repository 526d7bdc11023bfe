package cli

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

type simMarkCmd struct {
	heapFlags `embed:"" set:"unnamed=a spread of them"`
	simFlags  `embed:""`
	Workers   []int  `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of virtual workers: ${range_workers}; ${ranges} (default 1, 2, 4 ... 1024)."`
	Preset    string `type:"choice" group:"mark" placeholder:"NAME" help:"Imitation of a real collector, in place of the flags below: ${presets}."`
	Queue     string `type:"choice" group:"mark" placeholder:"NAME" help:"Deque: ${queues} (default stealhalf)."`
	policyFlags
	Cost costFlag `group:"mark" placeholder:"NAME=NS,..." help:"Virtual nanoseconds that things take, in place of the defaults: docs/algorithms/mark-sim.md lists them."`

	marking markFlags
}

// simMarkExample shows a heap that gains from workers, and one that cannot. A heap of
// fewer objects gains little, because one worker marks the first objects alone
// (MemoryPace in mark/internal/policy).
const simMarkExample = "gcbench sim mark --shape random,list --workers 1,16,128"

// Help says what is simulated.
func (*simMarkCmd) Help() string {
	return "The marker's own rules in virtual time, on a machine with a processor for each worker and without caches. " +
		"speedup is over one worker; the ceiling, which no number of workers exceeds, is one worker's time over the longest of the shortest chains of dependent scans. " +
		"Time does not depend on --layout here, the choice of victims may. " +
		"Shares are of all workers' time: starved and hoarded of idle workers, searching of those that try to steal. " +
		"docs/algorithms/mark-sim.md says what is left out.\n\n" +
		"One heap that gains from workers, and one that cannot (small heaps gain little):\n\n    " + simMarkExample
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
		Workers: c.Workers, Preset: one(c.Preset), Queue: one(c.Queue), policyFlags: c.policyFlags,
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
	sources, err := c.sources(spread, false, markers{number: 1}, searchBytes)
	return sources, sim.Config{Options: setups[0].options, Costs: c.Cost.costs()}, err
}

// searchBytes is the memory of the search for the bound: a time for each granule, and a
// queue.
func searchBytes(h *heap.Heap) uint64 { return uint64(len(h.Arena())) + 16*h.NumEdges() }

// Run carries out gcbench sim mark.
func (c *simMarkCmd) Run(s *session.Session) error {
	sources, config, err := c.prepare()
	if err != nil {
		return err
	}
	return c.run(s, "mark", c.Seed, inputs(c.Heap...), func(w io.Writer) (report.Drawn, error) {
		table := report.NewMarkTable(w, sourceNames(sources))
		var curves report.MarkCurves
		for i, from := range sources {
			curve, err := c.simulate(s, from, config, portion{i, len(sources)})
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

// simulate builds or reads one heap and simulates marks of it.
func (c *simMarkCmd) simulate(s *session.Session, from heapSource, config sim.Config, at portion) (*report.MarkCurve, error) {
	h, err := load(s, from)
	if err != nil {
		return nil, err
	}
	if err := checkMarking(from.name, h.Heap, markers{number: 1}, searchBytes(h.Heap)); err != nil {
		return nil, err
	}
	s.Progress.ShowPart(at.done(0), "%s (%d of %d): simulating", from.name, at.index+1, at.of)
	found, err := sim.Sweep(s, h.Heap, config, c.marking.workers())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.name, err)
	}
	return report.NewMarkCurve(from.name, report.FactsOf(h, c.Seed, found.Bound.Live), c.Preset, config, found), nil
}
