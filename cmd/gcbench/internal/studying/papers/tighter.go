package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// tighter are the claims of Tchiboukdjian, Gast, Trystram, Roch and Bernard.
func tighter(simulate makespans) claims.Paper {
	return claims.Paper{
		Title:    "A tighter analysis of work stealing",
		Citation: "M. Tchiboukdjian, N. Gast, D. Trystram, J.-L. Roch and J. Bernard, \"A Tighter Analysis of Work Stealing\", ISAAC 2010",
		Claims: []claims.Claim{{
			Text: "Standard steals: the makespan beyond W/m is a constant times log2 W that grows with m towards 2.37. " +
				"Read as: it is 2.37 for some thousand processors. At 16,384 it is a little more.",
			Section: "section 6, figure 1 (left)",
			Bound:   "from 2.1 to 2.5 for m = 1,024, 4,096, 16,384 at W = 2^20, and more at 1,024 than at 64",
			Measure: func(e claims.Effort) claims.Finding { return simulate.constant(e, sim.Standard, 2.1, 2.5) },
		}, {
			Text: "Cooperative steals: the same constant grows towards 2.08. " +
				"Read as: it is 2.08 for about a thousand processors, and up to 2.2 for more.",
			Section: "section 6, figure 1 (left)",
			Bound:   "from 1.95 to 2.25 for m = 1,024, 4,096, 16,384 at W = 2^20, and more at 1,024 than at 64",
			Measure: func(e claims.Effort) claims.Finding { return simulate.constant(e, sim.Cooperative, 1.95, 2.25) },
		}, {
			Text:    "The expected makespan is at most W/m + 3.65·log2 W + 1 (standard) and W/m + 3.02·log2 W + 1 (cooperative), whatever the initial loads.",
			Section: "theorems 2 (i) and 3 (i)",
			Bound:   "(mean makespan - W/m) / (bound - W/m) <= 1 for every m, W and start of the grid",
			Measure: simulate.expectation,
		}, {
			Text: "The makespan reaches W/m + 2λ·(log2 W + log2 1/ε) + 1 with a probability of at most ε. " +
				"Theorem 3 (ii) is misprinted. Its proof is that of theorem 2.",
			Section: "theorems 2 (ii) and 3 (ii)",
			Bound:   "in at most a share ε of the runs, for ε = 1/2, 1/10, 1/100",
			Measure: simulate.tail,
		}, {
			Text:    "Until the loads are even there are at most λ·m·log2 Φ(0) requests on average. Φ(0) is the potential at the start.",
			Section: "theorem 1 (i)",
			Bound:   "mean requests / bound <= 1 for every m, W and start of the grid with Φ(0) >= 2",
			Measure: simulate.unevenRequests,
		}, {
			Text:    "In every slot each processor executes a task or asks for work: m·C = W + R.",
			Section: "proof of theorem 2",
			Bound:   "exactly, in every run",
			Measure: simulate.identity,
		}, {
			Text: "2^(k+1) tasks on one of 2^k processors take at least k + 2 slots, so the factor of log2 W cannot be below 1. " +
				"Read as: for standard steals. Several thieves that share with one victim can be faster.",
			Section: "section 4, lower bound",
			Bound:   "no run with standard steals is shorter, k = 1 to 14",
			Measure: simulate.lower,
		}, {
			Text:    "If each task starts on a processor chosen at random (balls in bins), there are on average at most half as many steal requests.",
			Section: "section 4, initial repartition of tasks",
			Bound:   "one queue / balls in bins >= 2 for m = 64 to 16,384, W = 2^17 and 2^20 (quick: 2^17)",
			Measure: simulate.ballsInBins,
		}, {
			Text: "Cooperation among thieves saves steal requests: the analysis predicts a factor of 1.20, and simulation gives 1.14. " +
				"Read as: 1.14 is the most, for few tasks on each processor. With more tasks it is about 1.1.",
			Section: "sections 5 and 6, figure 1 (right)",
			Bound:   "standard / cooperative above 1 for m >= 1,024, and the most from 1.10 to 1.20",
			Measure: simulate.cooperation,
		}},
	}
}

var grownProcessors = []int{64, 256, 1024, 4096, 16384}

// constant measures the factor of log2 W as the processors grow.
func (simulate makespans) constant(e claims.Effort, s sim.Stealing, low, high float64) claims.Finding {
	holds := true
	first, firstPM := 0.0, 0.0
	var text []string
	for _, processors := range grownProcessors {
		c, pm := simulate.mean(e, e.Times(10, 100), s, processors, 1<<20, oneQueue, (*sim.MakespanResult).Constant)
		if processors == grownProcessors[0] {
			first, firstPM = c, pm
		}
		if processors >= 1024 {
			holds = holds && low <= c && c <= high && first+firstPM < c-pm
		}
		text = append(text, fmt.Sprintf("%.2f ± %.2f at m = %d", c, pm, processors))
	}
	if !e.Quick {
		c, pm := simulate.mean(e, 20, s, 16384, 1<<24, oneQueue, (*sim.MakespanResult).Constant)
		text = append(text, fmt.Sprintf("with W = 2^24 %.2f ± %.2f at m = 16384", c, pm))
	}
	return claims.Found(holds, "%s", strings.Join(text, "; "))
}

// ballsInBins compares the requests of the two starts.
func (simulate makespans) ballsInBins(e claims.Effort) claims.Finding {
	least, most := math.Inf(1), 0.0
	for _, s := range sim.Stealings() {
		for _, processors := range grownProcessors {
			for _, tasks := range []int{1 << 17, 1 << 20}[:e.Times(1, 2)] {
				ratio := simulate.requests(e, e.Times(3, 15), s, processors, tasks, oneQueue) /
					simulate.requests(e, e.Times(3, 15), s, processors, tasks, sim.BallsInBins)
				least, most = min(least, ratio), max(most, ratio)
			}
		}
	}
	return claims.Found(least >= 2, "from %.2f to %.2f", least, most)
}

// cooperation compares the requests of the two ways to steal.
func (simulate makespans) cooperation(e claims.Effort) claims.Finding {
	least, most := math.Inf(1), 0.0
	var text []string
	for _, processors := range grownProcessors[2:] {
		for _, lg := range []int{14, 20, 17}[:e.Times(2, 3)] {
			ratio := simulate.requests(e, e.Times(10, 40), sim.Standard, processors, 1<<lg, oneQueue) /
				simulate.requests(e, e.Times(10, 40), sim.Cooperative, processors, 1<<lg, oneQueue)
			least, most = min(least, ratio), max(most, ratio)
			text = append(text, fmt.Sprintf("%.2f (m = %d, W = 2^%d)", ratio, processors, lg))
		}
	}
	return claims.Found(least > 1 && most >= 1.10 && most <= 1.20, "%s", strings.Join(text, ", "))
}
