package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The common part of the rows about marks in lockstep.

// lockstepTallies are two marks of one heap: with deques that hold everything,
// and with short ones.
type lockstepTallies struct{ tally, short tally }

const shortDeque = 64

// lockstep marks all shapes with all deques, once, and has a row look at it.
func (c *comparison) lockstep(row func() claims.Finding) func(claims.Effort) claims.Finding {
	return func(e claims.Effort) claims.Finding {
		if err := c.tally(e); err != nil {
			return claims.Finding{Err: err}
		}
		return row()
	}
}

// tally marks, unless that was done for another row.
func (c *comparison) tally(e claims.Effort) error {
	if c.tallies != nil {
		return nil
	}
	c.tallies = map[string]map[string]lockstepTallies{}
	for _, s := range shape.Shapes() {
		h, reached, err := build(s, e, 20_000, 100_000)
		if err != nil {
			return err
		}
		c.tallies[s.Name] = map[string]lockstepTallies{}
		for _, k := range c.kinds {
			t := lockstepTallies{markInLockstep(k, h, stealq.MaxCapacity, e.Seed), markInLockstep(k, h, shortDeque, e.Seed)}
			if n := int(reached.Count); t.tally.Objects != n || t.short.Objects != n {
				return fmt.Errorf("%s: %s marked %d and %d objects in lockstep, %d can be reached", s.Name, k.Name, t.tally.Objects, t.short.Objects, n)
			}
			c.tallies[s.Name][k.Name] = t
		}
	}
	return nil
}

// build makes a heap and asks the oracle about it.
func build(s shape.Shape, e claims.Effort, quick, full int) (*heap.Heap, *heap.Reached, error) {
	h, err := s.Build(shape.Params{Objects: uint64(e.Times(quick, full)), Seed: e.Seed, Layout: shape.Shuffled})
	if err != nil {
		return nil, nil, err
	}
	reached, err := heap.Reachable(h)
	return h, reached, err
}

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
func (c *comparison) summary(of func(lockstepTallies) float64) string {
	var above []string
	for _, s := range shape.Names() {
		if of(c.tallies[s]["stealhalf"]) > 1.01*of(c.tallies[s]["abp"]) {
			above = append(above, s)
		}
	}
	return fmt.Sprintf("per object, median of the shapes (extremes): %s; stealhalf above abp on: %s",
		c.medians(func(shape, kind string) float64 { return of(c.tallies[shape][kind]) }), cmp.Or(strings.Join(above, ", "), "none"))
}

// medians has for each deque the median of a quantity over the shapes, and its extremes.
func (c *comparison) medians(of func(shape, kind string) float64) string {
	var text []string
	for _, k := range c.kinds {
		all := c.ofShapes(k, of)
		text = append(text, fmt.Sprintf("%s %.2f (%.2f to %.2f)", k.Name, median(all), slices.Min(all), slices.Max(all)))
	}
	return strings.Join(text, ", ")
}

// ofShapes has a quantity of a deque for each shape.
func (c *comparison) ofShapes(k *stealq.Kind, of func(shape, kind string) float64) (all []float64) {
	for _, s := range shape.Names() {
		all = append(all, of(s, k.Name))
	}
	return all
}

func median(all []float64) float64 { return stats.Sample{Xs: all}.Quantile(0.5) }
