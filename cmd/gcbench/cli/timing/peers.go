package timing

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/peers"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Peers is gcbench peers: real collectors on the same heap.
type Peers struct {
	flags.Heaps `embed:"" set:"unnamed=random"`
	Workers     int      `type:"number" group:"mark" placeholder:"N" help:"Workers of each collector: ${range_workers} (default GOMAXPROCS, here ${procs})."`
	Peers       []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Collectors beside halfmark: ${peers}, or all (the default)."`
	Reps        int      `type:"number" group:"measure" placeholder:"N" default:"10" help:"Rounds, in each of which every collector marks once: ${range_reps} (default 10)."`
	flags.Report
}

// Help says what is compared.
func (*Peers) Help() string {
	return "Builds the same heap as objects of the Go runtime (go), of HotSpot (parallel, g1: needs a JDK) and of the Boehm collector " +
		"(boehm: needs a C compiler and libgc). Each collector has a separate process, and they and halfmark mark in turns. " +
		"Mark times are of the mark phase alone. A collector that is not installed is skipped. " +
		"docs/peers.md says what each of them does beyond marking."
}

// collectors returns those that --peers names, in the order of all.
func (c *Peers) collectors() []peers.Collector {
	return slices.DeleteFunc(peers.Collectors(), func(p peers.Collector) bool {
		return c.Peers != nil && !slices.Contains(c.Peers, p.Name)
	})
}

func (c *Peers) prepare(ctx context.Context) ([]flags.Source, error) {
	if c.Workers == 0 {
		c.Workers = min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	}
	unnamed := []string{"random"}
	if err := spell.Bounded(c.Lists(unnamed)); err != nil {
		return nil, err
	}
	return c.Sources(ctx, unnamed, false, c.marker(), func(h *heap.Heap) uint64 { return peers.Memory(h, c.collectors()) })
}

// Run carries out gcbench peers.
func (c *Peers) Run(s *session.Session) error {
	sources, err := c.prepare(s)
	if err != nil {
		return err
	}
	return c.WriteReport(s, flags.Inputs(c.Heap...), func(w io.Writer) (any, error) {
		if warning := few(c.Reps); warning != "" {
			s.Warn("%s", warning)
		}
		r := schema.Peers{Schema: schema.PeersSchema, Env: machine.Describe(s.Args)}
		noise := machine.Watch()
		if r.Heaps, err = c.measureAll(s, w, sources); err == nil && JudgesNoise {
			for _, warning := range noise.Warnings(c.Workers) {
				s.Warn("%s", warning)
			}
		}
		return &r, err
	})
}

// marker is the one that takes turns with the collectors.
func (c *Peers) marker() flags.Markers {
	return flags.Markers{Number: 1, Bytes: uint64(peers.Options(c.Workers).MarkerBytes())}
}

// measureAll has one heap after the other marked, and prints its rows as soon
// as they are known.
func (c *Peers) measureAll(s *session.Session, w io.Writer, sources []flags.Source) ([]schema.PeersHeap, error) {
	table := text.NewPeersTable(w, flags.Rows(sources))
	said := map[string]bool{}
	var all []schema.PeersHeap
	for i, from := range sources {
		r, err := c.measureOne(s, from, flags.At(i, len(sources)))
		if err != nil {
			return nil, err
		}
		s.Progress.Clear()
		for _, p := range r.Peers {
			if p.Skipped != "" && !said[p.Name] {
				s.Warn("%s is skipped: %s", p.Name, p.Skipped)
				said[p.Name] = true
			}
		}
		if err := table.Row(text.PeersRows(from.Row(), r)...); err != nil {
			return nil, err
		}
		all = append(all, *r)
		measure.CollectGarbage() // make room for the next heap
	}
	return all, text.Print(w, text.Halfmark(peers.Options(c.Workers)))
}

func (c *Peers) measureOne(s *session.Session, from flags.Source, at flags.Portion) (*schema.PeersHeap, error) {
	h, err := flags.Load(s, from)
	if err != nil {
		return nil, err
	}
	need := peers.Base(c.collectors()) + c.marker().Bytes + source.Marking(h.Heap, 1) + peers.Memory(h.Heap, c.collectors())
	if available := flags.AvailableMemory(); need > available {
		return nil, fmt.Errorf("%s: the collectors need about %s of memory for it and %s are available: leave some out with --peers",
			from.Name, source.Size(need), source.Size(available))
	}
	oracle, err := session.Await(s, func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	measured, err := peers.Run(s, peers.Plan{
		Heap: h.Heap, Oracle: oracle, Workers: c.Workers, Rounds: c.Reps, Collectors: c.collectors(),
		Progress: func(step string, rounds float64) {
			line := numeral.Shorten(from.Name, 12) + ": " + step
			if rounds == 0 && at.Index == 0 {
				s.Progress.Show("%s", line) // what comes before the rounds says nothing about them
				return
			}
			s.Progress.ShowPart(at.Done(rounds), "%s", line)
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	r := peers.Heap(h.Facts(from.Seed, oracle.Count), peers.Options(c.Workers), measured)
	return &r, nil
}

// PeersGo is the process of the Go runtime's collector.
type PeersGo struct {
	Graph string `arg:""`
}

// Run serves collections until standard input ends.
func (c *PeersGo) Run(*session.Session) error { return peers.GoChild(c.Graph, os.Stdin, os.Stdout) }
