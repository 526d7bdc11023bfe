package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
)

// Three ways to an interval around the typical process. Invocations.Interval is the last.
var ways = []struct {
	name     string
	interval func(r *rand.Rand, v Invocations) (lo, hi float64)
}{
	{"t", func(_ *rand.Rand, v Invocations) (lo, hi float64) {
		both := locate(v.logs()).interval(0.95)
		return both[0], both[1]
	}},
	{"bootstrap", bootstrap},
	{"ranks", func(_ *rand.Rand, v Invocations) (lo, hi float64) { return v.Interval(0.95) }},
}

// bootstrap draws processes, then samples of each, as Kalibera and Jones do.
func bootstrap(r *rand.Rand, v Invocations) (lo, hi float64) {
	centers := make([]float64, 1000)
	drawn := make([]float64, 10)
	for k := range centers {
		var sum float64
		for range v {
			samples := v[r.IntN(len(v))]
			for i := range drawn {
				drawn[i] = samples[r.IntN(len(samples))]
			}
			slices.Sort(drawn)
			sum += math.Log((drawn[4] + drawn[5]) / 2)
		}
		centers[k] = sum / float64(len(v))
	}
	slices.Sort(centers)
	return math.Exp(centers[25]), math.Exp(centers[974])
}

// TestRivals prints the first table of the package comment.
func TestRivals(t *testing.T) {
	if *tables == 0 {
		t.Skip("needs -tables 1000")
	}
	for i, spread := range []float64{0.03, 0.01, 0.03} {
		n := natures[i]
		for _, processes := range []int{6, 12, 20} {
			r := rand.New(rand.NewPCG(*seed, 0))
			truth := 1e6 * math.Exp(typical(r, n, spread))
			line := fmt.Sprintf("%-9s %.0f %% n=%-2d:", n.name, 100*spread, processes)
			covered, width := make([]float64, len(ways)), make([]float64, len(ways))
			for range *tables {
				v, _ := session(r, n, processes, spread, 1, nil)
				for w, way := range ways {
					lo, hi := way.interval(r, v)
					if lo <= truth && truth <= hi {
						covered[w]++
					}
					width[w] += math.Log(hi/lo) / 2
				}
			}
			for w, way := range ways {
				times := float64(*tables)
				line += fmt.Sprintf("  %s covers %4.1f +-%.1f %%", way.name, 100*covered[w]/times, 100*width[w]/times)
			}
			fmt.Println(line)
		}
	}
}

// typical is the median of averages of two processes, which Hodges and Lehmann estimate.
func typical(r *rand.Rand, n nature, spread float64) float64 {
	averages := make([]float64, 200000)
	for i := range averages {
		averages[i] = stats.Mean([]float64{n.draw(r, spread), n.draw(r, spread)})
	}
	return median(averages)
}
