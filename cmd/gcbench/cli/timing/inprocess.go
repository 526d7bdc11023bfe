package timing

import (
	"fmt"
	"os"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// inThisProcess measures one heap after the other and prints its rows as soon
// as they are known.
func (c *Run) inThisProcess(s *session.Session, r *schema.Run, table rows, sources []flags.Source, setups []flags.Setup) error {
	for i, from := range sources {
		results, err := c.measureOne(s, from, setups, flags.At(i, len(sources)))
		if err != nil {
			return err
		}
		s.Progress.Clear()
		r.Results = append(r.Results, results...)
		if err := table.Results(results); err != nil {
			return err
		}
		// The heap is garbage now. The next one is large: make room first.
		measure.CollectGarbage()
	}
	return nil
}

// SampleTime is how long a sample takes at least. A process takes some tenths of a second
// to build a heap, so its samples may take as long. A test has shorter ones.
var SampleTime = 5 * time.Millisecond

// timesReference says whether the samples go into a file that may be compared later. Nothing else
// needs the reference, and it takes time.
func (c *Run) timesReference() bool {
	return invoke.WithReference() || c.JSON != "" && !invoke.Here()
}

// NewReference makes the reference that takes turns with the samples, for files that are compared
// later. A test has none.
var NewReference = measure.NewReference

func (c *Run) measureOne(s *session.Session, from flags.Source, setups []flags.Setup, at flags.Portion) ([]schema.Result, error) {
	title := from.Title(at)
	h, err := flags.Load(s, from)
	if err != nil {
		return nil, err
	}
	if c.Floor && h.Mapped() {
		return nil, session.BadUsage("--floor: %s is mapped, and the floor is that of memory: leave --floor out, or give --no-map", from.Name)
	}
	if err := flags.CheckMarking(from.Name, h.Heap, flags.MarkersOf(setups), c.floorBytes(h.Heap)); err != nil {
		return nil, err
	}
	plan := measure.Plan{
		Heap: h.Heap, Options: make([]mark.Options, len(setups)), Samples: c.Reps, MinSample: SampleTime, Floor: c.Floor, Counters: c.source,
		Progress: func(done, total int) {
			s.Progress.ShowPart(at.Done(float64(done)/float64(total)), "%s: sample %d of %d", title, done+1, total)
		},
	}
	for i := range setups {
		plan.Options[i] = setups[i].Of(from)
	}
	if !c.NoVerify {
		plan.Oracle, err = session.WatchPhase(s, title, "asking the oracle", func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.Name, err)
		}
	}
	if invoke.Here() && JudgesNoise {
		if small := machine.HugePages(h.Arena()); small != "" {
			s.Warn("%s", small)
		}
	}
	if c.timesReference() {
		plan.Reference = NewReference()
	}
	series, err := measure.Run(s, plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	results := measure.Results(h, from.Seed, series, !c.NoVerify, os.Getpid())
	for i := range results {
		results[i].Preset = setups[i].Preset
		measure.Count(&results[i], &series[i], c.events)
	}
	return results, nil
}
