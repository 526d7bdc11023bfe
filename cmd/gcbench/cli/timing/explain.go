package timing

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Explain is gcbench explain: why a heap marks slowly.
type Explain struct {
	File        string   `arg:"" optional:"" type:"input" help:"The heap's file: ${files}. Without it --shape says which heaps."`
	Shape       []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps, listed below, or all."`
	flags.Sizes `embed:"" set:"objects=1000000"`
	flags.Files
	Workers int `type:"number" group:"mark" placeholder:"N" help:"Workers to compare with one: ${range_workers} (default GOMAXPROCS, here ${procs})."`
	Reps    int `type:"number" group:"measure" placeholder:"N" default:"10" help:"Samples with each number of workers: ${range_reps} (default 10)."`
	flags.Report
}

// Help says what the sentences rest on.
func (*Explain) Help() string {
	return "Says why a mark of this heap takes as long as it does, and why further workers gain little. Each rule that applies has a sentence with its figure, the most important rule first. " +
		"The figures come from the heap (its levels and references), from verified marks by one worker and by several, and from the longest chain of dependent scans in virtual time. " +
		"docs/explain.md lists the rules."
}

// prepare checks everything that can be checked before the work begins.
func (c *Explain) prepare(ctx context.Context) ([]flags.Source, error) {
	if c.Workers == 0 {
		c.Workers = min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	}
	if err := flags.Validate(mark.Options{Workers: c.Workers}); err != nil {
		return nil, err
	}
	heaps := flags.Heaps{Shape: c.Shape, Sizes: c.Sizes, Files: c.Files}
	switch {
	case c.File == "" && c.Shape == nil:
		return nil, session.BadUsage("give the name of a file, or --shape: there is nothing to explain")
	case c.File != "":
		return heaps.OfFile(ctx, c.File, "a file")
	}
	return heaps.Sources(ctx, nil, false, c.markers(), flags.ExplainBytes)
}

// options are the marks that are measured: by one worker, and by several if more are
// asked for.
func (c *Explain) options(seed uint64) []mark.Options {
	all := []mark.Options{{Workers: 1}}
	if c.Workers > 1 {
		all = append(all, mark.Options{Workers: c.Workers})
	}
	for i := range all {
		all[i].Tuning.Speculation, all[i].Tuning.Seed = measure.Speculation, seed
	}
	return all
}

func (c *Explain) markers() (m flags.Markers) {
	for _, o := range c.options(0) {
		m.Number++
		m.Bytes += uint64(o.MarkerBytes())
	}
	return m
}

// LastCache is machine.LastCache. To empty caches takes time, so that tests have smaller
// ones.
var LastCache = machine.LastCache

// Run carries out gcbench explain.
func (c *Explain) Run(s *session.Session) error {
	sources, err := c.prepare(s)
	if err != nil {
		return err
	}
	var read []string
	if c.File != "" {
		read = flags.Inputs(c.File)
	}
	return c.WriteReport(s, read, func(w io.Writer) (any, error) {
		r := explain.Report{Schema: explain.Schema, Env: machine.Describe(s.Args)}
		for i, from := range sources {
			facts, err := c.facts(s, from, flags.At(i, len(sources)))
			if err != nil {
				return nil, err
			}
			s.Progress.Clear()
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return nil, err
				}
			}
			explained := explain.Explain(facts)
			if err := text.Print(w, text.Explained(explained, from.Name)); err != nil {
				return nil, err
			}
			r.Heaps = append(r.Heaps, explained)
			measure.CollectGarbage() // make room for the next heap
		}
		return &r, nil
	})
}

// facts makes a heap, looks at it and marks it.
func (c *Explain) facts(s *session.Session, from flags.Source, at flags.Portion) (*explain.Facts, error) {
	h, err := flags.Load(s, from)
	if err != nil {
		return nil, err
	}
	if err := flags.CheckOrder(from.Name, h.Heap); err != nil {
		return nil, err
	}
	if err := flags.CheckMarking(from.Name, h.Heap, c.markers(), flags.ExplainBytes(h.Heap)); err != nil {
		return nil, err
	}
	f := &explain.Facts{Processors: runtime.GOMAXPROCS(0)}
	f.LastCache = LastCache()
	s.Progress.Show("%s: going through it", from.Name)
	reached, err := session.Await(s, func() (*heap.Reached, error) {
		reached, err := heap.Levels(h.Heap)
		if err == nil {
			f.Structure = explain.Survey(h.Heap, reached)
		}
		return reached, err
	})
	if err == nil {
		f.Facts = h.Facts(from.Seed, reached.Count)
		f.Bound, err = bound(s, h.Heap, from.Seed)
	}
	if err == nil {
		err = c.measure(s, from, h, reached, f, at)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	return f, nil
}

// bound asks the simulator what no number of workers can exceed without speculation.
func bound(ctx context.Context, h *heap.Heap, seed uint64) (*schema.Bound, error) {
	found, err := sim.Sweep(ctx, h, sim.Config{Options: mark.Options{Tuning: tune.Tuning{Seed: seed}}}, nil)
	if err != nil {
		return nil, err
	}
	return &schema.Bound{OneNS: int64(found.One.Makespan), SpanNS: int64(found.Bound.Span), Ceiling: found.Ceiling()}, nil
}

// measure marks the heap.
func (c *Explain) measure(s *session.Session, from flags.Source, h *source.Heap, reached *heap.Reached, f *explain.Facts, at flags.Portion) error {
	ran, waited := machine.Waited()
	series, err := measure.Run(s, measure.Plan{
		Heap: h.Heap, Oracle: reached, Options: c.options(from.Seed), Samples: c.Reps,
		Progress: func(done, total int) {
			s.Progress.ShowPart(at.Done(float64(done)/float64(total)), "%s: sample %d of %d", numeral.Shorten(h.Name(), 12), done+1, total)
		},
	})
	if err != nil {
		return err
	}
	ran2, waited2 := machine.Waited()
	if all := ran2 - ran + waited2 - waited; all > 0 {
		f.Waited = float64(waited2-waited) / float64(all)
	}
	results := measure.Results(h, from.Seed, series, true, os.Getpid())
	f.One = explain.MarkOf(&results[0])
	if len(results) > 1 {
		f.Many = explain.MarkOf(&results[1])
	}
	if f.LastCache == 0 || f.Structure.ReadBytes > f.LastCache || f.Live == 0 {
		return nil
	}
	s.Progress.Show("%s: with emptied caches", h.Name())
	cold, err := measure.Cold(s, h.Heap, reached, c.options(from.Seed)[0], c.Reps, 2*f.LastCache)
	if err == nil {
		f.ColdNS = slices.Min(cold)
	}
	return err
}
