package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// shared simulates rows that the same processes measure: the effect of a process hits all
// its rows, and each row adds a little noise.
func shared(r *rand.Rand, rows int) (all [][2]Invocations) {
	sides := [2][]float64{}
	for side := range sides {
		for range 12 {
			sides[side] = append(sides[side], ordinary(r, 0.03))
		}
	}
	for range rows {
		row := [2]Invocations{}
		for side, logs := range sides {
			for _, log := range logs {
				row[side] = append(row[side], tenSamples(r, log+ordinary(r, 0.005)))
			}
		}
		all = append(all, row)
	}
	return all
}

// TestOverall: rows of the same processes are no replicates, so ten rows do not make the
// interval narrow.
func TestOverall(t *testing.T) {
	for _, paired := range []bool{false, true} {
		c := repeat(*seed, repetitions()/3, 1, func(r *rand.Rand) Ratio {
			return Overall(shared(r, 10), paired)
		})
		assert.InDelta(t, 0.95, c.covered, 0.045, again(t))

		rows := shared(rand.New(rand.NewPCG(*seed, 0)), 3)
		rows[1][0], rows[1][1] = rows[1][0][:8], rows[1][1][:8] // not the same processes any more
		unequal := Overall(rows, paired)
		assert.Equal(t, 8, unequal.Invocations)
		product := 1.0
		for _, row := range rows {
			compare := compares["Compare"]
			if paired {
				compare = compares["ComparePairs"]
			}
			product *= compare(row[0], row[1]).CI99[1]
		}
		assert.InEpsilon(t, math.Cbrt(product), unequal.CI99[1], 1e-9)
	}
}

// TestOverallOfFew: one row is that row, and none is nothing.
func TestOverallOfFew(t *testing.T) {
	a, b := session(rand.New(rand.NewPCG(*seed, 0)), natures[0], 12, 0.03, 1.1, nil)
	assert.Equal(t, Compare(a, b), Overall([][2]Invocations{{a, b}}, false))
	assert.Equal(t, ComparePairs(a, b), Overall([][2]Invocations{{a, b}}, true))
	assert.Equal(t, Compare(a, b[:9]), Overall([][2]Invocations{{a, b[:9]}}, false))
	assert.Equal(t, ComparePairs(a, b[:9]), Overall([][2]Invocations{{a, b[:9]}}, true))
	twice := Overall([][2]Invocations{{a, b}, {a, b}}, false)
	assert.InEpsilon(t, Compare(a, b).Ratio, twice.Ratio, 1e-9)
	assert.InEpsilon(t, Compare(a, b).CI99[1], twice.CI99[1], 1e-9)
	none := Overall(nil, false)
	assert.True(t, math.IsNaN(none.Ratio))
	assert.Equal(t, schema.Unsure, none.Verdict(DefaultMargin))
	assert.Equal(t, [2]float64{0, math.Inf(1)}, none.CI95)
	assert.Equal(t, 0, Overall([][2]Invocations{{a, nil}, {a, b}}, true).Invocations)
}

// TestExchange: exchanging the sides turns the ratio and its intervals around.
func TestExchange(t *testing.T) {
	a, b := session(rand.New(rand.NewPCG(*seed, 0)), natures[2], 12, 0.03, 1.1, nil)
	for name, compare := range compares {
		r, back := compare(a, b), compare(b, a)
		assert.InEpsilon(t, 1/r.Ratio, back.Ratio, 1e-9, name)
		assert.InEpsilon(t, 1/r.CI99[0], back.CI99[1], 1e-9, name)
		assert.InEpsilon(t, 1/r.CI95[1], back.CI95[0], 1e-9, name)
	}
}

// TestLeftOut: a process without samples is no process, and takes its partner along.
func TestLeftOut(t *testing.T) {
	a, b := session(rand.New(rand.NewPCG(*seed, 0)), natures[0], 12, 0.03, 1, nil)
	holes := append(Invocations{}, b...)
	holes[3] = nil
	assert.Equal(t, 11, Compare(a, holes).Invocations)
	without := func(v Invocations) Invocations { return append(append(Invocations{}, v[:3]...), v[4:]...) }
	assert.Equal(t, ComparePairs(without(a), without(b)), ComparePairs(a, holes))

	zero := append(Invocations{{0, 0}}, b[1:]...) // no mark takes no time: nothing can be said
	assert.Equal(t, schema.Unsure, Compare(a, zero).Verdict(DefaultMargin))
	assert.Equal(t, schema.Unsure, ComparePairs(a, zero).Verdict(DefaultMargin))
}

// TestLevelCost: the level of ten processes costs one degree of freedom of ten.
func TestLevelCost(t *testing.T) {
	a, b := session(rand.New(rand.NewPCG(*seed, 0)), natures[0], 12, 0.03, 1.1, nil)
	plain, r := between(steady(a.logs(), b.logs())).ratio(12), ComparePairs(a, b)
	assert.InEpsilon(t, plain.Ratio, r.Ratio, 1e-9)
	for i := range 2 {
		wider := math.Log(r.CI95[i]/r.Ratio) / math.Log(plain.CI95[i]/r.Ratio)
		assert.InEpsilon(t, 10./9, wider*wider, 1e-9)
	}
}
