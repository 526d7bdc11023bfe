package measure

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// limit is the floor under the marks of a heap with one number of workers.
type limit struct {
	workers  int
	measures int // per sample
	ns       []float64
}

// limits are the floors of a plan, one for each number of workers in it.
type limits struct {
	floor *mark.Floor // nil: the plan asks for none
	all   []*limit
}

// newLimits records the order of a mark, and measures each floor once to
// decide how many measurements make a sample.
func newLimits(ctx context.Context, p *Plan) (l limits, err error) {
	if !p.Floor {
		return l, nil
	}
	if l.floor, err = mark.NewFloor(ctx, p.Heap); err != nil {
		return l, err
	}
	for _, o := range p.Options {
		if l.measured(o.Workers) {
			continue
		}
		// A measurement takes much longer than the floor it returns: it tries
		// several ways, and each many times if the heap is small.
		start := time.Now()
		l.floor.Measure(o.Workers)
		l.all = append(l.all, &limit{workers: o.Workers, measures: marksPerSample(time.Since(start)), ns: []float64{}})
	}
	return l, ctx.Err()
}

// of returns the samples for a number of workers, nil if there are none or the
// clock is too coarse for them.
func (l limits) of(workers int) []float64 {
	for _, one := range l.all {
		if one.workers == workers && !slices.Contains(one.ns, 0) {
			return one.ns
		}
	}
	return nil
}

// measured reports whether there are samples for a number of workers.
func (l limits) measured(workers int) bool {
	return slices.ContainsFunc(l.all, func(one *limit) bool { return one.workers == workers })
}

// sample takes one sample of each floor: the mean of as many measurements as
// fill MinSample. Each of them is already the best of several ways to
// replay.
func (l limits) sample(ctx context.Context) error {
	for _, one := range l.all {
		sum := time.Duration(0)
		for range one.measures {
			if err := ctx.Err(); err != nil {
				return err
			}
			sum += l.floor.Measure(one.workers)
		}
		ns := float64(sum) / float64(one.measures)
		one.ns = append(one.ns, math.Round(ns*1000)/1000)
	}
	return nil
}
