package papers

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// timeAlone has an item for each object.
func (c *comparison) timeAlone() Claim {
	return Claim{
		Text:    "Mark time of each deque over StealHalf's.",
		Section: "workers at once",
		Bound:   "none: times",
		Timed:   true,
		Measure: func(e Effort) Finding { return c.timed(e, 1, c.times) },
	}
}

// timeByBlocks has the marker's own items.
func (c *comparison) timeByBlocks() Claim {
	return Claim{
		Text:    "Mark time of each deque over StealHalf's with the marker's own grain. Here an item of a deque is a block of 64 references, and the deque hardly matters.",
		Section: "workers at once, --grain 64",
		Bound:   "none: times",
		Timed:   true,
		Measure: func(e Effort) Finding { return c.timed(e, tune.DefaultGrain, c.times) },
	}
}

// times compares median mark times.
func (c *comparison) times(all map[string]map[string]measure.Summary) Finding {
	var text, slower []string
	for _, k := range c.kinds {
		var ratios []float64
		for _, s := range shape.Names() {
			ratios = append(ratios, all[s][k.Name].Median/all[s]["stealhalf"].Median)
		}
		text = append(text, fmt.Sprintf("%s %.2f (%.2f to %.2f)", k.Name, median(ratios), slices.Min(ratios), slices.Max(ratios)))
	}
	for _, s := range shape.Names() {
		if name, best := c.least(func(k string) float64 { return all[s][k].Median }); name != "stealhalf" && best < 0.95*all[s]["stealhalf"].Median {
			slower = append(slower, s+" ("+name+")")
		}
	}
	return Finding{Measured: fmt.Sprintf("median of the shapes (extremes), %d workers: %s; another is more than 5 %% faster on: %s",
		runtime.GOMAXPROCS(0), strings.Join(text, ", "), listed(slower))}
}

// timeVaries is about the spread of those times.
func (c *comparison) timeVaries() Claim {
	return Claim{
		Text:    "Variation of the mark time from mark to mark.",
		Section: "workers at once",
		Bound:   "none: times",
		Timed:   true,
		Measure: func(e Effort) Finding { return c.timed(e, 1, c.variation) },
	}
}

// variation compares coefficients of variation.
func (c *comparison) variation(all map[string]map[string]measure.Summary) Finding {
	var text []string
	for _, k := range c.kinds {
		var cvs []float64
		for _, s := range shape.Names() {
			cvs = append(cvs, all[s][k.Name].CV)
		}
		text = append(text, fmt.Sprintf("%s %.1f %%", k.Name, 100*median(cvs)))
	}
	least := 0
	for _, s := range shape.Names() {
		if name, _ := c.least(func(k string) float64 { return all[s][k].CV }); name == "stealhalf" {
			least++
		}
	}
	return Finding{Measured: fmt.Sprintf("coefficient of variation, median of the shapes: %s; stealhalf varies least on %d of %d shapes",
		strings.Join(text, ", "), least, len(all))}
}

// timed marks all shapes with all deques by workers that run at once, once for
// each grain, and has a row look at it.
func (c *comparison) timed(e Effort, grain int, row func(map[string]map[string]measure.Summary) Finding) Finding {
	if c.series[grain] != nil {
		return row(c.series[grain])
	}
	all := map[string]map[string]measure.Summary{}
	for _, s := range shape.Shapes() {
		h, reached, err := build(s, e, 20_000, 200_000)
		if err != nil {
			return Finding{Err: err}
		}
		series, err := measure.Run(context.Background(), measure.Plan{
			Heap: h, Oracle: reached, Options: c.options(e, grain), Samples: e.times(6, 9),
		})
		if err != nil {
			return Finding{Err: fmt.Errorf("%s: %w", s.Name, err)}
		}
		all[s.Name] = map[string]measure.Summary{}
		for _, r := range series {
			all[s.Name][r.Options.Deque.Name] = r.Summary
		}
		runtime.GC() // make room for the next heap
	}
	if c.series == nil {
		c.series = map[int]map[string]map[string]measure.Summary{}
	}
	c.series[grain] = all
	return row(all)
}

// options are those of one mark with each deque.
func (c *comparison) options(e Effort, grain int) []mark.Options {
	workers := min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	var all []mark.Options
	for _, k := range c.kinds {
		all = append(all, mark.Options{Deque: k, Workers: workers, Grain: grain, Tuning: tune.Tuning{Amount: k.Amounts[0], Seed: e.Seed}})
	}
	return all
}

// least is the deque with the least of a quantity.
func (c *comparison) least(of func(kind string) float64) (name string, value float64) {
	value = math.Inf(1)
	for _, k := range c.kinds {
		if v := of(k.Name); v < value {
			name, value = k.Name, v
		}
	}
	return name, value
}
