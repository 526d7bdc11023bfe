package estimate

import (
	"math"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// A nature draws how much slower than usual a process is, as a logarithm. The spread is the
// standard deviation of an ordinary process.
type nature struct {
	name string
	draw func(r *rand.Rand, spread float64) float64
}

var natures = []nature{
	{"lognormal", ordinary},
	{"bimodal", func(r *rand.Rand, spread float64) float64 { // three in ten get no large pages
		if r.Float64() < 0.3 {
			return math.Log(1.15) + ordinary(r, spread)
		}
		return ordinary(r, spread)
	}},
	{"disturbed", func(r *rand.Rand, spread float64) float64 { // one in twelve meets other work
		if r.IntN(12) == 0 {
			return math.Log(1.3+0.7*r.Float64()) + ordinary(r, spread)
		}
		return ordinary(r, spread)
	}},
}

func ordinary(r *rand.Rand, spread float64) float64 { return spread * r.NormFloat64() }

// session simulates processes A B B A A B B A of some nature, with ten samples each that
// vary by 1 %. B takes times as long. The drift has one logarithm for each process.
func session(r *rand.Rand, n nature, pairs int, spread, times float64, drift []float64) (a, b Invocations) {
	for i := range 2 * pairs {
		log := n.draw(r, spread)
		if drift != nil {
			log += drift[i]
		}
		if i%4 == 1 || i%4 == 2 {
			b = append(b, tenSamples(r, log+math.Log(times)))
		} else {
			a = append(a, tenSamples(r, log))
		}
	}
	return a, b
}

func tenSamples(r *rand.Rand, log float64) []float64 {
	samples := make([]float64, 10)
	for i := range samples {
		samples[i] = 1e6 * math.Exp(log+0.01*r.NormFloat64())
	}
	return samples
}

// Drifts of the machine, by 2 * pairs processes.
var drifts = map[string]func(r *rand.Rand, processes int) []float64{
	"linear": func(_ *rand.Rand, processes int) []float64 { // 20 % slower in the end
		return drifting(processes, func(i int, _ float64) float64 {
			return math.Log(1 + 0.2*float64(i)/float64(processes-1))
		})
	},
	"step": func(r *rand.Rand, processes int) []float64 { // 20 % slower from some process on
		at := r.IntN(processes)
		return drifting(processes, func(i int, _ float64) float64 {
			if i < at {
				return 0
			}
			return math.Log(1.2)
		})
	},
	"walk": func(r *rand.Rand, processes int) []float64 {
		return drifting(processes, func(_ int, last float64) float64 { return last + 0.02*r.NormFloat64() })
	},
	"neighbour": func(r *rand.Rand, processes int) []float64 { // comes and goes, 15 %
		return drifting(processes, func(_ int, last float64) float64 {
			if r.IntN(6) == 0 {
				return 0.14 - last
			}
			return last
		})
	},
}

func drifting(processes int, next func(i int, last float64) float64) []float64 {
	all := make([]float64, processes)
	last := 0.0
	for i := range all {
		last = next(i, last)
		all[i] = last
	}
	return all
}

// counts are shares of simulated comparisons.
type counts struct{ alarms, same, covered float64 }

// repeat simulates comparisons and counts. The seed alone decides what it draws.
func repeat(seed uint64, times int, truth float64, compare func(r *rand.Rand) Ratio) (c counts) {
	r := rand.New(rand.NewPCG(seed, seed))
	share := 1 / float64(times)
	for range times {
		ratio := compare(r)
		switch ratio.Verdict(DefaultMargin) {
		case schema.Faster, schema.Slower:
			c.alarms += share
		case schema.Same:
			c.same += share
		}
		if ratio.CI95[0] <= truth && truth <= ratio.CI95[1] {
			c.covered += share
		}
	}
	return c
}
