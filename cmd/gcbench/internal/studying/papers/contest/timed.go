package contest

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// summaries are of marks by workers that run at once, by shape and deque.
type summaries map[string]map[string]measure.Summary

// times compares median mark times.
func (c *comparison) times(all summaries) claims.Finding {
	ratio := func(shape, kind string) float64 { return all[shape][kind].Median / all[shape]["stealhalf"].Median }
	var slower []string
	for _, s := range shape.Names() {
		if name := c.least(s, ratio); ratio(s, name) < 0.95 {
			slower = append(slower, s+" ("+name+")")
		}
	}
	return claims.Finding{Measured: fmt.Sprintf("median of the shapes (extremes), %d workers: %s; another is more than 5 %% faster on: %s",
		runtime.GOMAXPROCS(0), c.medians(ratio), cmp.Or(strings.Join(slower, ", "), "none"))}
}

// variation compares coefficients of variation.
func (c *comparison) variation(all summaries) claims.Finding {
	cv := func(shape, kind string) float64 { return all[shape][kind].CV }
	var text []string
	for _, k := range c.kinds {
		text = append(text, fmt.Sprintf("%s %.1f %%", k.Name, 100*median(c.ofShapes(k, cv))))
	}
	least := 0
	for _, s := range shape.Names() {
		if c.least(s, cv) == "stealhalf" {
			least++
		}
	}
	return claims.Finding{Measured: fmt.Sprintf("coefficient of variation, median of the shapes: %s; stealhalf varies least on %d of %d shapes",
		strings.Join(text, ", "), least, len(all))}
}

// least is the deque with the least of a quantity for a shape.
func (c *comparison) least(shape string, of func(shape, kind string) float64) string {
	return slices.MinFunc(c.kinds, func(a, b *stealq.Kind) int { return cmp.Compare(of(shape, a.Name), of(shape, b.Name)) }).Name
}

// timed marks all shapes with all deques by workers that run at once, once for
// each grain, and has a row look at it.
func (c *comparison) timed(grain int, row func(summaries) claims.Finding) func(claims.Effort) claims.Finding {
	return func(e claims.Effort) claims.Finding {
		if c.series[grain] == nil {
			all, err := c.measure(e, grain)
			if err != nil {
				return claims.Finding{Err: err}
			}
			c.series[grain] = all
		}
		return row(c.series[grain])
	}
}

// measure takes the samples of a grain.
func (c *comparison) measure(e claims.Effort, grain int) (summaries, error) {
	var options []mark.Options
	for _, k := range c.kinds {
		options = append(options, mark.Options{Deque: k, Workers: min(runtime.GOMAXPROCS(0), mark.MaxWorkers), Grain: grain,
			Tuning: tune.Tuning{Amount: k.Amounts[0], Seed: e.Seed}})
	}
	all := summaries{}
	for _, s := range shape.Shapes() {
		h, reached, err := build(s, e, 20_000, 200_000)
		if err != nil {
			return nil, err
		}
		series, err := measure.Run(context.Background(), measure.Plan{Heap: h, Oracle: reached, Options: options, Samples: e.Times(6, 9)})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		all[s.Name] = map[string]measure.Summary{}
		for _, r := range series {
			all[s.Name][r.Options.Deque.Name] = r.Summary
		}
		runtime.GC() // make room for the next heap
	}
	return all, nil
}
