// Package contest compares the deques at work in a marker, on every shape. Its rows are claims that no paper makes in
// this form.
package contest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Marker has the rows about these deques.
func Marker(kinds []*stealq.Kind) claims.Paper {
	c := &comparison{kinds: kinds, series: map[int]summaries{}}
	return claims.Paper{
		Title:    "The deques in the marker",
		Citation: "Halfmark, all deques on all shapes, shuffled, every object through a deque",
		Claims: []claims.Claim{{
			Text: "StealHalf takes fewer compare-and-swaps and other read-modify-writes per object than the deques that need one for every push and pop. " +
				"It does not on list and deep, where nearly every object is stolen. On most shapes it takes more than abp. " +
				"The paper counts monotonic sequences, and a marker's stack goes up and down across powers of two.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf below locked, central and rudolph on every shape but list and deep",
			Measure: c.lockstep(c.strong),
		}, {
			Text:    "StealHalf stores as often as abp: two stores a push, one a pop. A deque that is private until a thief asks stores far less.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf at most 1.15 times abp, and split at most half of it, on every shape",
			Measure: c.lockstep(c.stores),
		}, {
			Text: "Where objects fan out, a steal from StealHalf moves several items. So there are fewer steals than with abp. " +
				"Where they do not (list, deep, tree, lists, rings, dag, gcbench) there is little or nothing to gain.",
			Section: "8 workers in lockstep",
			Bound:   "on " + strings.Join(fans, ", ") + ": at least 2 items a steal, and fewer steals",
			Measure: c.lockstep(c.steals),
		}, {
			Text: "The longest deque and the overflow depend little on how much is stolen. The owner's own pushes decide them. " +
				"StealHalf's promise of shorter deques is about processes that balance before they are empty. A marker steals when it is empty, and gains little.",
			Section: "8 workers in lockstep",
			Bound:   "stealhalf's peak length and overflow at capacity 64 within a factor of 2 of abp's on every shape",
			Measure: c.lockstep(c.lengths),
		}, {
			Text:    "Mark time of each deque over StealHalf's.",
			Section: "workers at once",
			Bound:   "none: times",
			Timed:   true,
			Measure: c.timed(1, c.times),
		}, {
			Text:    "Variation of the mark time from mark to mark.",
			Section: "workers at once",
			Bound:   "none: times",
			Timed:   true,
			Measure: c.timed(1, c.variation),
		}, {
			Text:    "Mark time of each deque over StealHalf's with the marker's own grain. Here an item of a deque is a block of 64 references, and the deque hardly matters.",
			Section: "workers at once, --grain 64",
			Bound:   "none: times",
			Timed:   true,
			Measure: c.timed(tune.DefaultGrain, c.times),
		}},
	}
}

// comparison has what was measured, by shape and deque, for the rows that share
// it. Effort of a comparison does not change.
type comparison struct {
	kinds   []*stealq.Kind
	tallies map[string]map[string]lockstepTallies
	series  map[int]summaries // by grain
}

// strong compares what locks the memory.
func (c *comparison) strong() claims.Finding {
	of := func(t lockstepTallies) float64 { return t.tally.perObject(t.tally.strong()) }
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		own := of(by["stealhalf"])
		return shape == "list" || shape == "deep" || own < of(by["locked"]) && own < of(by["central"]) && own < of(by["rudolph"])
	})
	return claims.Found(holds, "%s", c.summary(of))
}

// stores compares what stands for fences.
func (c *comparison) stores() claims.Finding {
	of := func(t lockstepTallies) float64 { return t.tally.perObject(t.tally.Stores) }
	holds := c.everywhere(func(_ string, by map[string]lockstepTallies) bool {
		return of(by["stealhalf"]) <= 1.15*of(by["abp"]) && of(by["split"]) <= 0.5*of(by["abp"])
	})
	return claims.Found(holds, "%s", c.summary(of))
}

// fans are the shapes in which workers that have run out find much to steal.
var fans = []string{"wide", "arrays", "random", "uniform", "rmat", "debruijn", "grid", "app", "program"}

// steals compares how much moves how often.
func (c *comparison) steals() claims.Finding {
	var text []string
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		half, abp := by["stealhalf"].tally, by["abp"].tally
		text = append(text, fmt.Sprintf("%s %d of %.1f (%d)", shape, half.Took, half.itemsPerSteal(), abp.Took))
		return !slices.Contains(fans, shape) || half.itemsPerSteal() >= 2 && half.Took < abp.Took
	})
	return claims.Found(holds, "steals and items per steal of stealhalf (steals of abp): %s", strings.Join(text, ", "))
}

// lengths compares what the deques hold and refuse.
func (c *comparison) lengths() claims.Finding {
	var text []string
	holds := c.everywhere(func(shape string, by map[string]lockstepTallies) bool {
		half, abp := by["stealhalf"], by["abp"]
		text = append(text, fmt.Sprintf("%s %d (%d), %d (%d)", shape, half.tally.Peak, abp.tally.Peak, half.short.Overflowed, abp.short.Overflowed))
		return near(half.tally.Peak, abp.tally.Peak) && near(half.short.Overflowed, abp.short.Overflowed)
	})
	return claims.Found(holds, "peak and overflow of stealhalf (of abp): %s", strings.Join(text, "; "))
}

// near reports whether neither is more than twice the other.
func near(n, m int) bool { return n <= 2*m && m <= 2*n }
