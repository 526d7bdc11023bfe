// Placement measures marks by two workers on a machine of two processors, apart by how far these are from one another, beside what
// virtual time predicts. The host of a virtual machine moves its processors: from one second to the next they share a cache, or
// they do not. Each mark therefore stands between two measurements of a line's way, and counts if both say the same.
//
//	go run ./testdata/make/placement -machine here.json tree random uniform my.heap
//
// here.json is a file of gcbench sim calibrate. It and the marks of one worker are all that the predictions know. Arguments are
// shapes, or snapshots. docs/algorithms/scaling.md has what it printed.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/calibrate"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

func main() {
	machine := flag.String("machine", "", "file of gcbench sim calibrate")
	objects := flag.Uint64("objects", 4_000_000, "objects of a shape")
	rounds := flag.Int("rounds", 40, "marks of each kind")
	flag.Parse()
	if err := run(*machine, *objects, *rounds, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "placement:", err)
		os.Exit(1)
	}
}

func run(machine string, objects uint64, rounds int, names []string) error {
	file, err := os.Open(machine)
	if err != nil {
		return err
	}
	defer file.Close()
	m, err := calibrate.Read(file, machine)
	if err != nil {
		return err
	}
	fmt.Println("| heap | line | marks | one worker | owners | predicted | shared | predicted | shared over owners | predicted |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range names {
		h, err := load(name, objects)
		if err != nil {
			return err
		}
		if err := compare(name, h, m, rounds); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// load reads a snapshot, or builds a shape. Shapes that programs build lie in the order of allocation, all others are shuffled.
func load(name string, objects uint64) (*heap.Heap, error) {
	if strings.HasSuffix(name, ".heap") {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return heap.ReadSnapshotStream(bufio.NewReader(f))
	}
	s, err := shape.Parse(name)
	if err != nil {
		return nil, err
	}
	p := shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled}
	switch name {
	case "app", "program", "gcbench":
		p.Layout = shape.Alloc
	case "uniform", "rmat":
		p.Objects /= 2
	}
	return s.Build(p)
}

// ways are the kinds of marks: by one worker, by two owners, by two that share the bits.
var ways = []mark.Options{
	{Workers: 1},
	{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingOwner, Recruit: 8192}},
	{Workers: 2, Tuning: tune.Tuning{Marking: tune.MarkingShared, Recruit: 8192}},
}

// sample is a mark, and how long a line took from one processor to the other before and after it.
type sample struct {
	way           int
	before, after float64
	took          time.Duration
}

// compare marks a heap in turns, and prints a row for each distance.
func compare(name string, h *heap.Heap, m *machines.Machine, rounds int) error {
	samples, err := measure(h, rounds)
	if err != nil {
		return err
	}
	for _, d := range []struct {
		name      string
		low, high float64
	}{{"near", 5, 60}, {"far", 60, 400}} {
		var times [3][]time.Duration
		var lines []float64
		for _, s := range samples {
			if min(s.before, s.after) >= d.low && max(s.before, s.after) < d.high {
				times[s.way] = append(times[s.way], s.took)
				lines = append(lines, s.before, s.after)
			}
		}
		least := min(len(times[0]), len(times[1]), len(times[2]))
		if least < 5 {
			continue // too few to say anything
		}
		if err := row(name, d.name, h, m, middle(lines), least, [3]time.Duration{middle(times[0]), middle(times[1]), middle(times[2])}); err != nil {
			return err
		}
	}
	return nil
}

// row prints what was measured and what is predicted where a line takes so long.
func row(name, distance string, h *heap.Heap, m *machines.Machine, line float64, marks int, took [3]time.Duration) error {
	of, err := calibrate.Heap(context.Background(), h, m, took[0])
	if err != nil {
		return err
	}
	of.Near, of.Far, of.Across = machines.Of(line), machines.Of(line), machines.Of(line)
	if distance == "far" {
		of.Group = 1
	}
	var predicted [3]time.Duration
	for i, o := range ways {
		o.Tuning.Speculation = tune.SpeculationOff
		r, err := sim.Run(context.Background(), h, sim.Config{Machine: of, Options: o})
		if err != nil {
			return err
		}
		predicted[i] = r.Makespan
	}
	over := func(t [3]time.Duration, a, b int) float64 { return float64(t[a]) / float64(t[b]) }
	fmt.Printf("| %s | %s, %.0f ns | %d | %.1f ms | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", name, distance, line, marks, float64(took[0])/1e6,
		over(took, 0, 1), over(predicted, 0, 1), over(took, 0, 2), over(predicted, 0, 2), over(took, 2, 1), over(predicted, 2, 1))
	return nil
}

// measure marks in turns, with a line's way between any two marks.
func measure(h *heap.Heap, rounds int) (samples []sample, err error) {
	var markers []*mark.Marker
	for _, o := range ways {
		m, err := mark.New(o)
		if err != nil {
			return nil, err
		}
		defer m.Close()
		if _, err := m.MarkHeap(context.Background(), h); err != nil {
			return nil, err
		}
		markers = append(markers, m)
	}
	before, err := transfer()
	for range rounds {
		for way, m := range markers {
			r, markErr := m.MarkHeap(context.Background(), h)
			if markErr != nil {
				return nil, markErr
			}
			after, lineErr := transfer()
			if err = lineErr; err != nil {
				return nil, err
			}
			samples = append(samples, sample{way, before, after, r.Stats.Duration})
			before = after
		}
	}
	return samples, err
}

func middle[T time.Duration | float64](all []T) T {
	slices.Sort(all)
	return all[len(all)/2]
}
