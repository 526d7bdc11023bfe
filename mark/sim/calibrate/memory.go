package calibrate

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Prefetches sets m.Prefetches so that one worker takes as long for a large heap in virtual time as here. All
// other figures of m must be set before, as [Core] does. It sets m.Bandwidth to 0 if the worker here was
// faster than m.Bandwidth allows. It takes seconds, and builds a heap of 4 million objects. The error is that
// of a mark.
func Prefetches(ctx context.Context, m *machines.Machine) error {
	h, err := largeHeap("random")
	if err != nil {
		return err
	}
	here, err := oneWorker(ctx, h, 15, middle)
	if err != nil {
		return err
	}
	// A mark in virtual time takes a + b/n: a does not wait for the heap, and n is for how many lines a core waits at
	// once. Two marks with other n say how large a and b are.
	few, many := machines.Of(4), machines.Of(1000)
	fast, err := imagined(ctx, h, m, many)
	if err == nil && fast > here && m.Bandwidth > 0 {
		m.Bandwidth = 0 // this worker had lines more often than memory is said to send them
		fast, err = imagined(ctx, h, m, many)
	}
	if err != nil {
		return err
	}
	slow, err := imagined(ctx, h, m, few)
	if err != nil {
		return err
	}
	b := float64(slow-fast) / (1/few.Float() - 1/many.Float())
	a := float64(fast) - b/many.Float()
	m.Prefetches = many
	if rest := float64(here) - a; rest > b/many.Float() {
		m.Prefetches = max(machines.Of(1), machines.Of(b/rest))
	}
	return nil
}

// largeHeap is one that no cache has room for.
func largeHeap(name string) (*heap.Heap, error) {
	s, err := shape.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("calibrate: %w", err)
	}
	return s.Build(shape.Params{Objects: 4_000_000, Seed: 1, Layout: shape.Shuffled})
}

// imagined is the time of one worker on a machine that waits for so many lines at once.
func imagined(ctx context.Context, h *heap.Heap, m *machines.Machine, lines machines.Fixed) (time.Duration, error) {
	other := *m
	other.Prefetches = lines
	r, err := sim.Run(ctx, h, sim.Config{Machine: &other, Options: mark.Options{Workers: 1}})
	if err != nil {
		return 0, err
	}
	return r.Makespan, nil
}

// oneWorker is the mark time of one worker: what typical says of so many marks.
func oneWorker(ctx context.Context, h *heap.Heap, marks int, typical func([]time.Duration) time.Duration) (time.Duration, error) {
	m, err := mark.New(mark.Options{Workers: 1})
	if err != nil {
		return 0, err
	}
	defer m.Close()
	times := make([]time.Duration, marks)
	for i := range times {
		r, err := m.MarkHeap(ctx, h)
		if err != nil {
			return 0, err
		}
		times[i] = r.Stats.Duration
	}
	return typical(times), nil
}

// Heap returns a copy of m for one heap, which one worker marks in the time one on this machine. Object and
// Ref of the copy are larger or smaller by one factor, so that a mark in virtual time takes as long. The
// error is that of a mark.
func Heap(ctx context.Context, h *heap.Heap, m *machines.Machine, one time.Duration) (*machines.Machine, error) {
	r, err := sim.Run(ctx, h, sim.Config{Machine: m, Options: mark.Options{Workers: 1, Tuning: tune.Tuning{Speculation: tune.SpeculationOff}}})
	if err != nil {
		return nil, err
	}
	scans := r.Accounts[sim.ForScans]
	factor := float64(scans+one-r.Makespan) / float64(max(1, scans))
	of := *m
	of.Object = max(1, machines.Of(m.Object.Float()*factor))
	of.Ref = max(0, machines.Of(m.Ref.Float()*factor))
	return &of, nil
}
