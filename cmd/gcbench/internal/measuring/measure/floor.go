package measure

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/floor"
)

// crew are the samples of something that so many workers do.
type crew struct {
	workers int
	repeats int // per sample
	ns      []float64
}

type crews []*crew

// of returns the crew of so many workers, nil if there is none.
func (all crews) of(workers int) *crew {
	for _, c := range all {
		if c.workers == workers {
			return c
		}
	}
	return nil
}

// floors are the floors of a plan, one for each number of workers in it.
type floors struct {
	replay *floor.Floor // nil: the plan asks for none
	all    crews
}

// newFloors records the order of a mark, and measures each floor once to
// decide how many measurements make a sample.
func newFloors(ctx context.Context, p *Plan) (f floors, err error) {
	if !p.Floor {
		return f, nil
	}
	if f.replay, err = floor.New(ctx, p.Heap); err != nil {
		return f, err
	}
	for _, o := range p.Options {
		if f.all.of(o.Workers) != nil {
			continue
		}
		// A measurement takes much longer than the floor it returns: it tries
		// several ways, and each many times if the heap is small.
		start := time.Now()
		f.replay.Measure(o.Workers)
		f.all = append(f.all, &crew{workers: o.Workers, repeats: marksPerSample(p.floorSample(), time.Since(start))})
	}
	return f, ctx.Err()
}

// floorSample is how long the measurements of a floor's sample take together at least: MinSample, and no
// longer than a sample of the plan.
func (p *Plan) floorSample() time.Duration { return min(MinSample, cmp.Or(p.MinSample, MinSample)) }

// of returns the samples for a number of workers, nil if there are none or the
// clock is too coarse for them.
func (f floors) of(workers int) []float64 {
	if one := f.all.of(workers); one != nil && !slices.Contains(one.ns, 0) {
		return one.ns
	}
	return nil
}

// sample takes one sample of each floor: the mean of as many measurements as
// fill floorSample. Each of them is already the best of several ways to
// replay.
func (f floors) sample(ctx context.Context) error {
	for _, one := range f.all {
		sum := time.Duration(0)
		for range one.repeats {
			if err := ctx.Err(); err != nil {
				return err
			}
			sum += f.replay.Measure(one.workers)
		}
		ns := float64(sum) / float64(one.repeats)
		one.ns = append(one.ns, math.Round(ns*1000)/1000)
	}
	return nil
}
