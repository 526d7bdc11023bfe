// Package calibrate measures one core of this machine, so that marks in virtual time take as long as marks
// here.
//
// Begin with a machine that resembles this one, and let [Core] and then [Prefetches] fill in what they
// measure:
//
//	m, _ := machines.Named("milan")
//	err := calibrate.Core(ctx, m)
//	if err == nil {
//		err = calibrate.Prefetches(ctx, m)
//	}
//	r, err := sim.Run(ctx, h, sim.Config{Machine: m})
//
// All measurements have one worker. Package sim computes the effect of more workers.
package calibrate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// passes is how often everything is measured, with a rest between. Another program, or the host of a virtual machine, disturbs a
// second, and so a pass. It can only make things slower.
const (
	passes = 5
	rest   = 300 * time.Millisecond
)

// The measurements, in nanoseconds: loops for each reference, and marks of two small heaps for each object.
const (
	alone = iota
	filtered
	shared
	split
	splitFew
	fewRefs
	manyRefs
	measured
)

// Core measures the times of a core, and sets Object, Ref, Test, Look, Locked, Split and Call of m. It takes
// some seconds, in which nothing else should run on the processor. One goroutine at a time may use m. The
// error is that of a mark.
func Core(ctx context.Context, m *machines.Machine) error {
	var least [measured]float64
	var slope, refs float64
	for n := range passes {
		ns, heaps, err := pass(ctx)
		if err != nil {
			return err
		}
		for i := range least {
			if n == 0 || ns[i] < least[i] {
				least[i] = ns[i]
			}
		}
		refs = heaps[0]
		slope = (least[manyRefs] - least[fewRefs]) / (heaps[1] - heaps[0])
		time.Sleep(rest)
	}
	m.Test, m.Look, m.Split = machines.Of(least[alone]), machines.Of(least[filtered]), machines.Of(least[split])
	m.Locked, m.Call = machines.Of(max(0.001, least[shared]-least[filtered])), machines.Of(max(0, few*(least[splitFew]-least[split])))
	m.Object, m.Ref = machines.Of(max(0.001, least[fewRefs]-slope*refs)), machines.Of(max(0, slope-least[alone]))
	return nil
}

// pass measures everything once. heaps is how many references the objects of both small heaps have.
// The time of an object and of a reference in whole marks, with everything that a worker does
// around them, is the solution for the two.
func pass(ctx context.Context) (ns [measured]float64, heaps [2]float64, err error) {
	ns[alone], ns[filtered], ns[shared] = perRef(claimsAlone, 0, many), perRef(filters, math.MaxUint64, many), perRef(claimsShared, 0, many)
	ns[split], ns[splitFew] = perRef(splits, 0, many), perRef(splits, 0, few)
	if ns[fewRefs], heaps[0], err = perObject(ctx, "random"); err == nil {
		ns[manyRefs], heaps[1], err = perObject(ctx, "uniform")
	}
	return ns, heaps, err
}

// many is how many references a loop takes at once, as a batch of objects with many references has them, and few is for objects
// with one each.
const many, few = 512, 16

// loop is what is timed for so many references, whose mark bits all lie in a first-level cache.
type loop func(marks []kernel.Word, given, stack, spare []uint32)

// claimsAlone is what the only writer of the bits does.
func claimsAlone(marks []kernel.Word, given, stack, spare []uint32) {
	n := kernel.DropNil(marks, given)
	kernel.ClaimAlone(marks, given[:n], stack)
}

// filters is what workers that share the bits do if all objects are marked.
func filters(marks []kernel.Word, given, stack, spare []uint32) {
	n := kernel.DropNil(marks, given)
	kernel.FilterWhite(marks, given[:n])
}

// claimsShared is the same if none is marked. The time to clear the bits again is small beside a locked instruction.
func claimsShared(marks []kernel.Word, given, stack, spare []uint32) {
	n := kernel.DropNil(marks, given)
	white, _ := kernel.FilterWhite(marks, given[:n])
	kernel.ClaimShared(marks, given[:white], stack)
	plain := kernel.PlainWords(marks)
	for _, to := range given[:n] {
		plain[to/64].Store(0)
	}
}

// splits divides references between two owners.
func splits(_ []kernel.Word, given, _, spare []uint32) {
	kernel.Split(given, spare, 0, 1<<31, 0, kernel.NilDropped)
}

// perRef is what a loop takes for each of so many references in nanoseconds, if each word of the bitmap is as given before it.
func perRef(f loop, word uint64, refs int) float64 {
	random := rand.New(rand.NewPCG(1, 0))
	marks := make([]kernel.Word, 1024)
	for i := range marks {
		marks[i].Store(word)
	}
	source, stack, spare := make([]uint32, refs), make([]uint32, refs), make([]uint32, refs)
	for i := range source {
		source[i] = 1 + random.Uint32N(uint32(len(marks)*64-1))
	}
	given := make([]uint32, refs)
	times := 64 * many / refs
	return each(func() time.Duration {
		start := time.Now()
		for range times {
			copy(given, source)
			f(marks, given, stack, spare)
		}
		return time.Since(start)
	}, times*refs)
}

// each is what one of n things takes in nanoseconds, if run does all of them.
func each(run func() time.Duration, n int) float64 {
	times := make([]time.Duration, 101)
	for i := range times {
		times[i] = run()
	}
	return float64(undisturbed(times)) / float64(n)
}

// middle is the median.
func middle(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// undisturbed is what something takes that needs no memory: others can only make it slower.
func undisturbed(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/10]
}

// perObject is what a live object of a small heap takes in nanoseconds, and how many references it has.
func perObject(ctx context.Context, name string) (ns, refs float64, err error) {
	h, err := smallHeap(name)
	if err != nil {
		return 0, 0, err
	}
	all, err := oneWorker(ctx, h, 101, undisturbed)
	if err != nil {
		return 0, 0, err
	}
	live, edges, err := reached(h)
	return float64(all) / float64(live), float64(edges) / float64(live), err
}

// reached counts the reachable objects and their references.
func reached(h *heap.Heap) (live, edges uint64, err error) {
	marks, err := heap.Reachable(h)
	if err != nil {
		return 0, 0, err
	}
	for _, obj := range h.Objects() {
		if marks.Has(obj) {
			n, _, _ := h.Object(obj)
			live, edges = live+1, edges+uint64(n)
		}
	}
	return live, edges, nil
}

// smallHeap is one that lies in a second-level cache.
func smallHeap(name string) (*heap.Heap, error) {
	s, err := shape.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("calibrate: %w", err)
	}
	return s.Build(shape.Params{Objects: 3000, Seed: 1, Layout: shape.Alloc})
}
