package sim

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Curve says how a mark of one heap scales with the number of workers. [Sweep] makes it.
type Curve struct {
	Bound  *costs.Bound // what no mark without speculation can go below
	One    *Result      // the mark by one worker, without speculation
	Points []Point      // one for each number of workers, in the order of the argument
}

// Point is a mark by one of the numbers of workers.
type Point struct {
	*Result
	Speedup float64 // the time of Curve.One divided by this time
	// Limit is the speedup that this number of workers cannot exceed. If speculation has marked anything, it
	// is the limit that the work alone sets (costs.Bound.WorkLimit).
	Limit float64
}

// Ceiling returns the speedup that no number of workers exceeds without speculation.
func (c *Curve) Ceiling() float64 { return c.Bound.Ceiling(c.One.Makespan) }

// Sweep runs a mark with each of these numbers of workers, and one by one worker without speculation.
// Options.Workers is ignored. The rest of the configuration is the same for all. All configurations are
// checked before the first mark. The errors are those of [Run] and of [costs.Bounds]. Any goroutine may call
// Sweep.
func Sweep(ctx context.Context, h *heap.Heap, config Config, workers []int) (*Curve, error) {
	config = config.withDefaults()
	with := func(n int) Config {
		c := config
		c.Options.Workers = n
		return c
	}
	plain := with(1)
	plain.Options.Tuning.Speculation = tune.SpeculationOff
	for _, n := range append([]int{1}, workers...) {
		if n < 1 {
			return nil, &mark.OptionError{Option: "Workers", Problem: "there must be at least 1"}
		}
		if err := with(n).Validate(); err != nil {
			return nil, err
		}
	}
	var curve Curve
	var err error
	least := config.Costs
	if config.Machine != nil {
		least = config.Machine.Least(least)
	}
	if curve.Bound, err = costs.Bounds(ctx, h, least); err != nil {
		return nil, err
	}
	if curve.One, err = Run(ctx, h, plain); err != nil {
		return nil, err
	}
	for _, n := range workers {
		r := curve.One
		if n > 1 || config.Options.Tuning.Speculation != tune.SpeculationOff {
			if r, err = Run(ctx, h, with(n)); err != nil {
				return nil, err
			}
		}
		if r.Marked != curve.Bound.Live { // Bounds has found these by another search
			return nil, fmt.Errorf("sim: %d workers marked %d objects of %d", n, r.Marked, curve.Bound.Live)
		}
		one := curve.One.Makespan
		limit := curve.Bound.Limit(one, n)
		if r.ObjectsHarvested > 0 {
			limit = curve.Bound.WorkLimit(one, n)
		}
		curve.Points = append(curve.Points, Point{r, costs.Ratio(one, r.Makespan), limit})
	}
	return &curve, nil
}
