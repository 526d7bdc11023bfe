package estimate

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

var (
	seed   = flag.Uint64("estimate.seed", 1, "seed of the simulations")
	tables = flag.Int("tables", 0, "repetitions of TestTables")
)

// again is the command that repeats a simulation.
func again(t *testing.T) string {
	return fmt.Sprintf("go test ./cmd/gcbench/internal/measuring/estimate -run '%s' -estimate.seed=%d", t.Name(), *seed)
}

// often is how often a simulation is repeated in TestSlowSimulations.
const often = 1500

var repeated = often / 3

func repetitions() int {
	if testing.Short() && repeated < often {
		return often / 5
	}
	return repeated
}

// TestSlowSimulations repeats each simulation more often than the tests themselves do.
func TestSlowSimulations(t *testing.T) {
	tagged.Slow(t)
	defer func(before int) { repeated = before }(repeated)
	repeated = often
	for name, test := range map[string]func(*testing.T){
		"same": TestSameProcesses, "99 percent": TestNinetyNinePercent, "slower": TestTenPercentSlower, "drift": TestDrift,
		"one side": TestIntervalCovers, "stability": TestStabilityDiffers, "overall": TestOverall,
	} {
		t.Run(name, test)
	}
}

var compares = map[string]func(a, b Invocations) Ratio{"Compare": Compare, "ComparePairs": ComparePairs}

// TestSameProcesses: two sides of one nature are almost never called different, and the
// interval covers 1 as often as it says.
func TestSameProcesses(t *testing.T) {
	for name, compare := range compares {
		for _, n := range natures {
			c := repeat(*seed, repetitions(), 1, func(r *rand.Rand) Ratio {
				return compare(session(r, n, 12, 0.03, 1, nil))
			})
			assert.LessOrEqual(t, c.alarms, 0.01, "%s, %s: %s", name, n.name, again(t))
			assert.InDelta(t, 0.95, c.covered, 0.03, "%s, %s: %s", name, n.name, again(t))
		}
	}
}

// TestNinetyNinePercent: the 99 % interval misses 1 in a share of cases that a 95 % interval
// would not keep to.
func TestNinetyNinePercent(t *testing.T) {
	for name, compare := range compares {
		for _, pairs := range []int{6, 12} {
			c := repeat(*seed, repetitions(), 1, func(r *rand.Rand) Ratio {
				ratio := compare(session(r, natures[0], pairs, 0.03, 1, nil))
				ratio.CI95 = ratio.CI99
				return ratio
			})
			assert.InDelta(t, 0.99, c.covered, 0.0125, "%s of %d: %s", name, pairs, again(t))
		}
	}
}

// TestTenPercentSlower: 12 processes a side with 3 % between them find it in nine of ten
// cases, and 6 in more than half of them.
func TestTenPercentSlower(t *testing.T) {
	for name, compare := range compares {
		for pairs, least := range map[int]float64{6: 0.5, 12: 0.95} {
			c := repeat(*seed, repetitions(), 1.1, func(r *rand.Rand) Ratio {
				return compare(session(r, natures[0], pairs, 0.03, 1.1, nil))
			})
			assert.GreaterOrEqual(t, c.alarms, least, "%s of %d: %s", name, pairs, again(t))
			assert.InDelta(t, 0.95, c.covered, 0.03, "%s of %d: %s", name, pairs, again(t))
		}
	}
}

// TestOneDisturbedProcess: one process of twelve that takes twice the time changes neither
// what is the same nor what is slower.
func TestOneDisturbedProcess(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	for name, compare := range compares {
		for truth, want := range map[float64]schema.Verdict{1: schema.Same, 1.1: schema.Slower, 1 / 1.1: schema.Faster} {
			a, b := session(r, natures[0], 12, 0.01, truth, nil)
			for i := range b[5] {
				b[5][i] *= 2
			}
			assert.Equal(t, want, compare(a, b).Verdict(DefaultMargin), "%s: %s", name, again(t))
		}
	}
}

// TestDrift: a machine that becomes slower makes no alarm and keeps its coverage if the
// processes run in pairs. Two halves of such a session look different.
func TestDrift(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(drifts)) {
		for _, pairs := range []int{6, 12} {
			c := repeat(*seed, repetitions(), 1, func(r *rand.Rand) Ratio {
				return ComparePairs(session(r, natures[0], pairs, 0.03, 1, drifts[name](r, 2*pairs)))
			})
			assert.LessOrEqual(t, c.alarms, 0.01, "%s, %d pairs: %s", name, pairs, again(t))
			assert.GreaterOrEqual(t, c.covered, 0.92, "%s, %d pairs: %s", name, pairs, again(t))
		}
	}
	for _, c := range []struct {
		drift string
		pairs int
		least float64
	}{{"linear", 6, 0.45}, {"linear", 12, 0.9}, {"step", 12, 0.65}} {
		found := repeat(*seed, repetitions(), 1.1, func(r *rand.Rand) Ratio {
			return ComparePairs(session(r, natures[0], c.pairs, 0.03, 1.1, drifts[c.drift](r, 2*c.pairs)))
		})
		assert.GreaterOrEqual(t, found.alarms, c.least, "%+v: %s", c, again(t))
	}
	halves := repeat(*seed, 100, 1, func(r *rand.Rand) Ratio {
		a, b := session(r, natures[0], 12, 0.01, 1, drifts["linear"](r, 24))
		return Compare(slices.Concat(a[:6], b[:6]), slices.Concat(a[6:], b[6:]))
	})
	assert.Greater(t, halves.alarms, 0.9, "two halves of a drift are not the same: %s", again(t))
}

// TestIntervalCovers: the interval of one side covers the typical process.
func TestIntervalCovers(t *testing.T) {
	for _, processes := range []int{4, 6, 12} {
		c := repeat(*seed, repetitions(), 1e6, func(r *rand.Rand) Ratio {
			a, _ := session(r, natures[0], processes, 0.03, 1, nil)
			lo, hi := a.Interval(0.95)
			return Ratio{CI95: [2]float64{lo, hi}}
		})
		assert.InDelta(t, 0.95, c.covered, 0.035, "%d processes: %s", processes, again(t))
	}
}

// TestStabilityDiffers: two sides of one nature are almost never called differently stable.
// 24 processes find a side that is five times as stable, and fewer than 12 nothing.
func TestStabilityDiffers(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	times := repetitions()
	for _, n := range natures {
		for _, pairs := range []int{12, 24} {
			alarms := 0
			for range times {
				if StabilityDiffers(session(r, n, pairs, 0.03, 1, nil)) {
					alarms++
				}
			}
			assert.LessOrEqual(t, float64(alarms)/float64(times), 0.01, "%s, %d pairs: %s", n.name, pairs, again(t))
		}
	}
	for pairs, least := range map[int]int{11: 0, 12: 40, 24: 180} {
		found := 0
		for range 100 {
			a, _ := session(r, natures[0], pairs, 0.02, 1, nil)
			_, b := session(r, natures[0], pairs, 0.1, 1, nil)
			for _, differ := range []bool{StabilityDiffers(a, b), StabilityDiffers(b, a)} {
				if differ {
					found++
				}
			}
		}
		assert.GreaterOrEqual(t, found, least, "of 200, %d pairs: %s", pairs, again(t))
		assert.Equal(t, pairs >= 12, found > 0, "%d pairs: %s", pairs, again(t))
	}
}

// TestVariances: Within and Between find what went into the simulation, and Between does not
// count what the samples within explain.
func TestVariances(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 0))
	for _, between := range []float64{0, 0.002, 0.01, 0.05} {
		a, _ := session(r, natures[0], 3000, between, 1, nil)
		assert.InDelta(t, 0.01, a.Within(), 0.0003, again(t))
		assert.InDelta(t, between, a.Between(), 0.0015+0.02*between, again(t))
	}
	for _, n := range []int{1, 2, 3, 4, 9, 10, 20} {
		var squares float64
		for range 20000 {
			samples := make([]float64, n)
			for i := range samples {
				samples[i] = r.NormFloat64()
			}
			m := median(samples)
			squares += m * m / 20000
		}
		assert.InEpsilon(t, squares, medianVariance(n), 0.08, "%d samples: %s", n, again(t))
	}
}

// TestTables prints the tables of the package comment.
func TestTables(t *testing.T) {
	if *tables == 0 {
		t.Skip("needs -tables 2000")
	}
	for _, name := range []string{"Compare", "ComparePairs"} {
		for _, n := range natures {
			for _, pairs := range []int{6, 12, 20} {
				for _, spread := range []float64{0.01, 0.03, 0.05} {
					line := fmt.Sprintf("%-12s %-9s n=%-2d spread %.0f %%:", name, n.name, pairs, 100*spread)
					for _, times := range []float64{1, 1.03, 1.05, 1.1} {
						c := repeat(*seed, *tables, times, func(r *rand.Rand) Ratio {
							return compares[name](session(r, n, pairs, spread, times, nil))
						})
						line += fmt.Sprintf("  x%.2f differ %5.1f", times, 100*c.alarms)
						if times == 1 {
							line += fmt.Sprintf(" same %5.1f cover %4.1f", 100*c.same, 100*c.covered)
						}
					}
					fmt.Println(line)
				}
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(drifts)) {
		for _, pairs := range []int{6, 12, 20} {
			line := fmt.Sprintf("drift %-9s pairs=%-2d spread 3 %%:", kind, pairs)
			for _, name := range []string{"Compare", "ComparePairs"} {
				for _, times := range []float64{1, 1.1} {
					c := repeat(*seed, *tables, times, func(r *rand.Rand) Ratio {
						return compares[name](session(r, natures[0], pairs, 0.03, times, drifts[kind](r, 2*pairs)))
					})
					line += fmt.Sprintf("  %s x%.2f differ %5.1f cover %5.1f", name, times, 100*c.alarms, 100*c.covered)
				}
			}
			fmt.Println(line)
		}
	}
}
