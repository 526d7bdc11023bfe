package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// marker compares the deques at work, on every shape.
func marker(kinds []stealq.Kind) Paper {
	c := &comparison{kinds: kinds}
	return Paper{
		Title:    "The deques in the marker",
		Citation: "Halfmark, all deques on all shapes, shuffled, every object through a deque",
		Claims: []Claim{{
			Text: "StealHalf takes fewer compare-and-swaps and other read-modify-writes per object than the queues that need one for every push and pop. " +
				"It does not on list and deep, where nearly every object is stolen, and on most shapes it takes more than abp: " +
				"the paper counts monotonic sequences, and a marker's stack goes up and down across powers of two.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf below locked, central and rudolph on every shape but list and deep",
			Measure: func(e Effort) Finding { return c.lockstep(e, c.strong) },
		}, {
			Text:    "StealHalf stores as often as abp: two stores a push, one a pop. A deque that is private until a thief asks stores far less.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf at most 1.15 times abp, and split at most half of it, on every shape",
			Measure: func(e Effort) Finding { return c.lockstep(e, c.stores) },
		}, {
			Text: "Where objects fan out a steal from StealHalf moves several items, so there are fewer steals than with abp. " +
				"Where they do not (list, deep, tree, lists, rings, dag, gcbench) there is little or nothing to gain.",
			Section: "8 workers in lockstep",
			Bound:   "on " + strings.Join(fans, ", ") + ": at least 2 items a steal, and fewer steals",
			Measure: func(e Effort) Finding { return c.lockstep(e, c.steals) },
		}, {
			Text: "The longest deque and what overflows depend little on how much is stolen: the owner's own pushes set them. " +
				"StealHalf's promise of shorter deques is about processes that balance before they are empty; a marker that steals when empty gains little.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf's peak length and overflow at capacity 64 within a factor of 2 of abp's on every shape",
			Measure: func(e Effort) Finding { return c.lockstep(e, c.lengths) },
		}, {
			Text:    "Mark time of each deque over StealHalf's.",
			Section: "workers at once",
			Bound:   "none: times",
			Timed:   true,
			Measure: func(e Effort) Finding { return c.timed(e, 1, c.times) },
		}, {
			Text:    "Variation of the mark time from mark to mark.",
			Section: "workers at once",
			Bound:   "none: times",
			Timed:   true,
			Measure: func(e Effort) Finding { return c.timed(e, 1, c.variation) },
		}, {
			Text:    "Mark time of each deque over StealHalf's with the marker's own grain, where an item of a deque is a block of 64 references: the deque hardly matters.",
			Section: "workers at once, --grain 64",
			Bound:   "none: times",
			Timed:   true,
			Measure: func(e Effort) Finding { return c.timed(e, mark.DefaultGrain, c.times) },
		}},
	}
}

// fans are the shapes in which workers that have run out find much to steal.
var fans = []string{"wide", "arrays", "random", "uniform", "rmat", "debruijn", "grid", "app"}

// comparison has what was measured, by shape and deque, for the rows that share
// it. Effort of a comparison does not change.
type comparison struct {
	kinds   []stealq.Kind
	tallies map[string]map[string]lockstepTallies
	series  map[int]map[string]map[string]measure.Summary // by grain
}

// lockstepTallies are two marks of one heap: with deques that hold everything,
// and with short ones.
type lockstepTallies struct{ tally, short tally }

const shortDeque = 64

// lockstep marks all shapes with all deques, once, and has a row look at it.
func (c *comparison) lockstep(e Effort, row func() Finding) Finding {
	if c.tallies != nil {
		return row()
	}
	c.tallies = map[string]map[string]lockstepTallies{}
	for _, s := range shape.Shapes() {
		h, reached, err := build(s, e, 20_000, 100_000)
		if err != nil {
			return Finding{Err: err}
		}
		c.tallies[s.Name] = map[string]lockstepTallies{}
		for _, k := range c.kinds {
			t := lockstepTallies{markInLockstep(k, h, stealq.MaxCapacity, e.Seed), markInLockstep(k, h, shortDeque, e.Seed)}
			if n := int(reached.Count); t.tally.Objects != n || t.short.Objects != n {
				return Finding{Err: fmt.Errorf("%s: %s marked %d and %d objects in lockstep, %d can be reached", s.Name, k.Name, t.tally.Objects, t.short.Objects, n)}
			}
			c.tallies[s.Name][k.Name] = t
		}
	}
	return row()
}

// build makes a heap and asks the oracle about it.
func build(s shape.Shape, e Effort, quick, full int) (*heap.Heap, *heap.Reached, error) {
	h, err := s.Build(shape.Params{Objects: uint64(e.times(quick, full)), Seed: e.Seed, Layout: shape.Shuffled})
	if err != nil {
		return nil, nil, err
	}
	reached, err := heap.Reachable(h)
	return h, reached, err
}

// strong compares what locks the memory.
func (c *comparison) strong() Finding {
	of := func(t lockstepTallies) float64 { return t.tally.perObject(t.tally.strong()) }
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		own := of(by["stealhalf"])
		return shape == "list" || shape == "deep" || own < of(by["locked"]) && own < of(by["central"]) && own < of(by["rudolph"])
	})
	return finding(holds, "%s", c.summary(of, "%.2f"))
}

// stores compares what stands for fences.
func (c *comparison) stores() Finding {
	of := func(t lockstepTallies) float64 { return t.tally.perObject(t.tally.Stores) }
	holds := c.everywhere(func(_ string, by map[string]lockstepTallies) bool {
		return of(by["stealhalf"]) <= 1.15*of(by["abp"]) && of(by["split"]) <= 0.5*of(by["abp"])
	})
	return finding(holds, "%s", c.summary(of, "%.2f"))
}

// steals compares how much moves how often.
func (c *comparison) steals() Finding {
	var text []string
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		half, abp := by["stealhalf"].tally, by["abp"].tally
		text = append(text, fmt.Sprintf("%s %d of %.1f (%d)", shape, half.Took, half.itemsPerSteal(), abp.Took))
		return !slices.Contains(fans, shape) || half.itemsPerSteal() >= 2 && half.Took < abp.Took
	})
	return finding(holds, "steals and items per steal of stealhalf (steals of abp): %s", strings.Join(text, ", "))
}

// lengths compares what the deques hold and refuse.
func (c *comparison) lengths() Finding {
	var text []string
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		half, abp := by["stealhalf"], by["abp"]
		text = append(text, fmt.Sprintf("%s %d (%d), %d (%d)", shape, half.tally.Peak, abp.tally.Peak, half.short.Overflowed, abp.short.Overflowed))
		return near(half.tally.Peak, abp.tally.Peak) && near(half.short.Overflowed, abp.short.Overflowed)
	})
	return finding(holds, "peak and overflow of stealhalf (of abp): %s", strings.Join(text, "; "))
}

// near reports whether neither is more than twice the other.
func near(n, m int) bool { return n <= 2*m && m <= 2*n }

// everywhere reports whether test holds for every shape.
func (c *comparison) everywhere(test func(shape string, by map[string]lockstepTallies) bool) bool {
	holds := len(c.tallies) > 0
	for _, s := range shape.Names() {
		holds = test(s, c.tallies[s]) && holds
	}
	return holds
}

// summary is the median over the shapes of a quantity for each deque, its
// extremes, and where StealHalf's is above abp's.
func (c *comparison) summary(of func(lockstepTallies) float64, format string) string {
	text := make([]string, len(c.kinds))
	var above []string
	for i, k := range c.kinds {
		var all []float64
		for _, s := range shape.Names() {
			all = append(all, of(c.tallies[s][k.Name]))
		}
		text[i] = fmt.Sprintf("%s "+format+" ("+format+" to "+format+")", k.Name, median(all), slices.Min(all), slices.Max(all))
	}
	for _, s := range shape.Names() {
		if of(c.tallies[s]["stealhalf"]) > 1.01*of(c.tallies[s]["abp"]) {
			above = append(above, s)
		}
	}
	return fmt.Sprintf("per object, median of the shapes (extremes): %s; stealhalf above abp on: %s", strings.Join(text, ", "), listed(above))
}

func median(all []float64) float64 { return stats.Sample{Xs: all}.Quantile(0.5) }

func listed(names []string) string {
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}
