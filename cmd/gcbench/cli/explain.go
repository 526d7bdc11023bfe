package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

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

type explainCmd struct {
	File      string   `arg:"" optional:"" type:"input" help:"The heap's file: ${files}. Without it --shape says which heaps."`
	Shape     []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes of synthetic heaps, listed below, or all."`
	sizeLists `embed:"" set:"objects=1000000"`
	fileFlags
	Workers int    `type:"number" group:"mark" placeholder:"N" help:"Workers to compare with one: ${range_workers} (default GOMAXPROCS, here ${procs})."`
	Reps    int    `type:"number" group:"measure" placeholder:"N" default:"10" help:"Samples with each number of workers: ${range_reps} (default 10)."`
	JSON    string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// Help says what the sentences rest on.
func (*explainCmd) Help() string {
	return "Says why a mark of this heap takes as long as it does, and why further workers gain little: a sentence for each rule that applies, the most important one first, with the figure that says so. " +
		"The figures are of the heap (its levels and references), of marks by one worker and by several, which are verified, and of the longest chain of dependent scans in virtual time. " +
		"docs/explain.md lists the rules."
}

// prepare checks everything that can be checked before the work begins.
func (c *explainCmd) prepare(ctx context.Context) ([]heapSource, error) {
	if c.Workers == 0 {
		c.Workers = min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	}
	if err := validate(mark.Options{Workers: c.Workers}); err != nil {
		return nil, err
	}
	heaps := heapFlags{Shape: c.Shape, sizeLists: c.sizeLists, fileFlags: c.fileFlags}
	switch {
	case c.File != "" && c.Shape != nil:
		return nil, session.BadUsage("--shape and a file exclude each other: the heaps are synthetic or from a file")
	case c.File == "" && c.Shape == nil:
		return nil, session.BadUsage("give the name of a file, or --shape: there is nothing to explain")
	case c.File != "":
		if err := source.Exists(ctx, c.File); err != nil {
			return nil, err
		}
		return heaps.perSeed(c.fileSources([]string{c.File}, false)), c.refuseWith("a file")
	}
	return heaps.sources(ctx, nil, false, c.markers(), explainBytes)
}

// options are the marks that are measured: by one worker, and by several if more are
// asked for.
func (c *explainCmd) options(seed uint64) []mark.Options {
	all := []mark.Options{{Workers: 1}}
	if c.Workers > 1 {
		all = append(all, mark.Options{Workers: c.Workers})
	}
	for i := range all {
		all[i].Tuning.Speculation, all[i].Tuning.Seed = measure.Speculation, seed
	}
	return all
}

func (c *explainCmd) markers() (m markers) {
	for _, o := range c.options(0) {
		m.number++
		m.bytes += uint64(o.MarkerBytes())
	}
	return m
}

// lastCache is machine.LastCache. To empty caches takes time, so that tests have smaller
// ones.
var lastCache = machine.LastCache

// explainBytes is what the search for the bound takes, or the survey.
func explainBytes(h *heap.Heap) uint64 { return max(searchBytes(h), explain.SurveyBytes(h)) }

// Run carries out gcbench explain.
func (c *explainCmd) Run(s *session.Session) error {
	sources, err := c.prepare(s)
	if err != nil {
		return err
	}
	var read []string
	if c.File != "" {
		read = inputs(c.File)
	}
	out, err := s.OpenOutputs(read, session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	r := explain.Report{Schema: explain.Schema, Env: machine.Describe(s.Args)}
	for i, from := range sources {
		facts, err := c.facts(s, from, portion{i, len(sources)})
		if err != nil {
			return err
		}
		s.Progress.Clear()
		if i > 0 {
			if _, err := io.WriteString(out.Human(), "\n"); err != nil {
				return err
			}
		}
		explained := explain.Explain(facts)
		if err := text.Print(out.Human(), text.Explained(explained, from.name)); err != nil {
			return err
		}
		r.Heaps = append(r.Heaps, explained)
		runtime.GC() // make room for the next heap
	}
	return out.Finish(&r)
}

// facts makes a heap, looks at it and marks it.
func (c *explainCmd) facts(s *session.Session, from heapSource, at portion) (*explain.Facts, error) {
	h, err := load(s, from)
	if err != nil {
		return nil, err
	}
	if err := checkOrder(from.name, h.Heap); err != nil {
		return nil, err
	}
	if err := checkMarking(from.name, h.Heap, c.markers(), explainBytes(h.Heap)); err != nil {
		return nil, err
	}
	f := &explain.Facts{Processors: runtime.GOMAXPROCS(0)}
	f.LastCache = lastCache()
	s.Progress.Show("%s: going through it", from.name)
	reached, err := session.Await(s, func() (*heap.Reached, error) {
		reached, err := heap.Levels(h.Heap)
		if err == nil {
			f.Structure = explain.Survey(h.Heap, reached)
		}
		return reached, err
	})
	if err == nil {
		f.Facts = h.Facts(from.seed, reached.Count)
		f.Bound, err = bound(s, h.Heap, from.seed)
	}
	if err == nil {
		err = c.measure(s, from, h, reached, f, at)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.name, err)
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
func (c *explainCmd) measure(s *session.Session, from heapSource, h *source.Heap, reached *heap.Reached, f *explain.Facts, at portion) error {
	ran, waited := machine.Waited()
	series, err := measure.Run(s, measure.Plan{
		Heap: h.Heap, Oracle: reached, Options: c.options(from.seed), Samples: c.Reps,
		Progress: func(done, total int) {
			s.Progress.ShowPart(at.done(float64(done)/float64(total)), "%s: sample %d of %d", numeral.Shorten(h.Name(), 12), done+1, total)
		},
	})
	if err != nil {
		return err
	}
	ran2, waited2 := machine.Waited()
	if all := ran2 - ran + waited2 - waited; all > 0 {
		f.Waited = float64(waited2-waited) / float64(all)
	}
	results := measure.Results(h, from.seed, series, true, os.Getpid())
	f.One = explain.MarkOf(&results[0])
	if len(results) > 1 {
		f.Many = explain.MarkOf(&results[1])
	}
	if f.LastCache == 0 || f.Structure.ReadBytes > f.LastCache || f.Live == 0 {
		return nil
	}
	s.Progress.Show("%s: with emptied caches", h.Name())
	cold, err := measure.Cold(s, h.Heap, reached, c.options(from.seed)[0], c.Reps, 2*f.LastCache)
	if err == nil {
		f.ColdNS = slices.Min(cold)
	}
	return err
}
