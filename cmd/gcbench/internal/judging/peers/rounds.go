package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Plan says which heap to have marked, by whom and how often.
type Plan struct {
	Heap       *heap.Heap
	Oracle     *heap.Reached
	Workers    int // of each collector
	Rounds     int
	Collectors []Collector
	// Progress, if not nil, is called before each step, never during a sample.
	// rounds is the part of them that is done, 0 to 1.
	Progress func(step string, rounds float64)
}

// Options are those with which halfmark marks: the defaults of gcbench, for that many workers.
func Options(workers int) mark.Options {
	return mark.Options{Workers: workers, Tuning: tune.Tuning{Speculation: measure.Speculation}}
}

// Self is the name of this project's marker in the results.
const Self = "halfmark"

const selfWhat = "Wall-clock time from a cleared bitmap and waiting workers to the last worker done."

// Run has the heap marked by halfmark, whose marks are compared with the
// oracle, and by every collector of the plan in turns, one at a time, so that
// whatever drifts on the machine hits all of them alike. A collector that is
// not installed is skipped. It is an error if a collector fails, or holds
// another number of objects than the oracle reached. The processes and their
// folder are gone when Run returns.
func Run(ctx context.Context, p Plan) ([]schema.Peer, error) {
	dir, err := os.MkdirTemp("", "gcbench-peers-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &race{plan: p, site: &site{dir: dir, heap: p.Heap, workers: p.Workers}}
	defer r.close()
	if err := r.enterSelf(ctx); err != nil {
		return nil, err
	}
	if err := r.enterAll(ctx); err != nil {
		return nil, err
	}
	if err := r.takeTurns(ctx); err != nil {
		return nil, err
	}
	var all []schema.Peer
	for _, e := range r.entrants {
		if e.Skipped == "" {
			s := measure.Summarize(e.SamplesNS)
			e.MedianNS, e.CI95NS = s.Median, s.Interval()
		}
		all = append(all, e.Peer)
	}
	return all, nil
}

// entrant takes part in the rounds, unless it is skipped.
type entrant struct {
	schema.Peer
	warm   int // samples to discard
	sample func(context.Context) (float64, error)
	close  func()
}

// race is a Run in progress.
type race struct {
	plan     Plan
	site     *site
	entrants []*entrant
}

func (r *race) close() {
	for _, e := range r.entrants {
		if e.close != nil {
			e.close()
		}
	}
}

func (r *race) progress(rounds float64, format string, args ...any) {
	if r.plan.Progress != nil {
		r.plan.Progress(fmt.Sprintf(format, args...), rounds)
	}
}

// enterSelf adds halfmark.
func (r *race) enterSelf(ctx context.Context) error {
	s, err := measure.NewSampler(ctx, r.plan.Heap, r.plan.Oracle, Options(r.plan.Workers))
	if err != nil {
		return fmt.Errorf("%s: %w", Self, err)
	}
	r.entrants = append(r.entrants, &entrant{
		Peer:  schema.Peer{Name: Self, Version: machine.Program(), What: selfWhat},
		close: s.Close,
		sample: func(ctx context.Context) (float64, error) {
			ns, err := s.Sample(ctx)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", Self, err)
			}
			return ns, nil
		},
	})
	return nil
}

// enterAll writes the graph file and starts the collectors one after the other.
func (r *race) enterAll(ctx context.Context) error {
	if len(r.plan.Collectors) == 0 {
		return nil
	}
	r.progress(0, "writing the graph")
	if err := writeGraph(r.site.path(graphFile), r.plan.Heap); err != nil {
		return err
	}
	debug.FreeOSMemory() // the heap's builder's: others need it now
	for _, c := range r.plan.Collectors {
		r.progress(0, "%s builds the heap", c.Name)
		if err := r.enter(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (r *race) enter(ctx context.Context, c Collector) error {
	e := &entrant{Peer: schema.Peer{Name: c.Name, What: c.What}}
	command, err := c.prepare(ctx, r.site)
	var missing *Unavailable
	if errors.As(err, &missing) {
		e.Skipped = missing.Reason
		r.entrants = append(r.entrants, e)
		return nil
	}
	if err != nil {
		return err
	}
	p, err := start(ctx, c.Name, command.Cmd)
	if err != nil {
		return err
	}
	e.Version, e.warm, e.close = p.version, c.warm, func() { p.Close() }
	e.sample = func(ctx context.Context) (float64, error) {
		answer, err := p.collect(ctx)
		if err != nil {
			return 0, err
		}
		ns, err := command.nanoseconds(answer)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", c.Name, err)
		}
		return ns, nil
	}
	r.entrants = append(r.entrants, e)
	if p.reached != r.plan.Oracle.Count {
		return fmt.Errorf("%s: it holds %d objects alive, the oracle reached %d", c.Name, p.reached, r.plan.Oracle.Count)
	}
	return nil
}

// takeTurns warms the entrants up and takes a sample of each per round. Rounds
// alternate in direction, as they do in package measure.
func (r *race) takeTurns(ctx context.Context) error {
	order := slices.DeleteFunc(slices.Clone(r.entrants), func(e *entrant) bool { return e.Skipped != "" })
	for _, e := range order {
		for i := range e.warm {
			r.progress(0, "%s warms up: %d of %d", e.Name, i+1, e.warm)
			if _, err := e.take(ctx); err != nil {
				return err
			}
		}
	}
	for round := range r.plan.Rounds {
		for i, e := range order {
			done := (float64(round) + float64(i)/float64(len(order))) / float64(r.plan.Rounds)
			r.progress(done, "round %d of %d: %s", round+1, r.plan.Rounds, e.Name)
			ns, err := e.take(ctx)
			if err != nil {
				return err
			}
			e.SamplesNS = append(e.SamplesNS, ns)
		}
		slices.Reverse(order)
	}
	return nil
}

// take takes a sample, unless the context is cancelled before it has it.
func (e *entrant) take(ctx context.Context) (float64, error) {
	ns, err := e.sample(ctx)
	if err == nil {
		err = ctx.Err()
	}
	return ns, err
}
