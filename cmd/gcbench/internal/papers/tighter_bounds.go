package papers

import (
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// The rows about bounds, on a grid of processors and tasks.

// expectedBound is theorems 2 (i) and 3 (i).
func (m makespans) expectedBound() Claim {
	return Claim{
		Text:    "The expected makespan is at most W/m + 3.65·log2 W + 1 (standard) and W/m + 3.02·log2 W + 1 (cooperative), whatever the initial loads.",
		Section: "theorems 2 (i) and 3 (i)",
		Bound:   "(mean makespan - W/m) / (bound - W/m) <= 1 for every m, W and start of the grid",
		Measure: func(e Effort) Finding { return m.expectation(e) },
	}
}

// expectation compares means with theorems 2 (i) and 3 (i).
func (m makespans) expectation(e Effort) Finding {
	points, worst, at := 0, 0.0, sim.MakespanResult{}
	err := m.everywhere(e, e.times(5, 8), func(point []sim.MakespanResult) {
		sum := 0.0
		for i := range point {
			sum += float64(point[i].Makespan)
		}
		points++
		even := float64(point[0].Tasks) / float64(point[0].Processors)
		if ratio := (sum/float64(len(point)) - even) / (point[0].Bound() - even); ratio > worst {
			worst, at = ratio, point[0]
		}
	})
	return Finding{Holds: points > 0 && worst <= 1, Err: err,
		Measured: fmt.Sprintf("at most %.2f of the bound (%v, m = %d, W = %d), %d points", worst, at.Stealing, at.Processors, at.Tasks, points)}
}

// tailBound is theorems 2 (ii) and 3 (ii).
func (m makespans) tailBound() Claim {
	return Claim{
		Text: "The makespan reaches W/m + 2λ·(log2 W + log2 1/ε) + 1 with a probability of at most ε. " +
			"Theorem 3 (ii) is misprinted. Its proof is that of theorem 2.",
		Section: "theorems 2 (ii) and 3 (ii)",
		Bound:   "in at most a share ε of the runs, for ε = 1/2, 1/10, 1/100",
		Measure: func(e Effort) Finding { return m.tail(e) },
	}
}

// tail counts the runs beyond theorems 2 (ii) and 3 (ii).
func (m makespans) tail(e Effort) Finding {
	epsilons := []float64{0.5, 0.1, 0.01}
	most, runs := make([]float64, len(epsilons)), 0
	err := m.everywhere(e, e.times(10, 20), func(point []sim.MakespanResult) {
		runs += len(point)
		for i, epsilon := range epsilons {
			beyond := 0
			for k := range point {
				r := &point[k]
				if float64(r.Makespan) >= r.Stealing.TailBound(r.Processors, r.Tasks, epsilon) {
					beyond++
				}
			}
			most[i] = max(most[i], float64(beyond)/float64(len(point)))
		}
	})
	holds := runs > 0
	for i, epsilon := range epsilons {
		holds = holds && most[i] <= epsilon
	}
	return Finding{Holds: holds, Err: err,
		Measured: fmt.Sprintf("at most a share of %.2f, %.2f and %.2f of a point's runs; %d runs", most[0], most[1], most[2], runs)}
}

// requestsBound is theorem 1 (i).
func (m makespans) requestsBound() Claim {
	return Claim{
		Text:    "Until the loads are even there are at most λ·m·log2 Φ(0) requests on average. Φ(0) is the potential at the start.",
		Section: "theorem 1 (i)",
		Bound:   "mean requests / bound <= 1 for every m, W and start of the grid with Φ(0) >= 2",
		Measure: func(e Effort) Finding { return m.requests(e) },
	}
}

// requests compares means with theorem 1 (i).
func (m makespans) requests(e Effort) Finding {
	points, worst, at := 0, 0.0, sim.MakespanResult{}
	err := m.everywhere(e, e.times(5, 8), func(point []sim.MakespanResult) {
		sum, bound := 0.0, 0.0
		for i := range point {
			r := &point[i]
			if r.Potential < 2 {
				return
			}
			sum += float64(r.Unbalanced)
			bound += r.Stealing.RequestsBound(r.Processors, r.Potential, 1)
		}
		points++
		if ratio := sum / bound; ratio > worst {
			worst, at = ratio, point[0]
		}
	})
	return Finding{Holds: points > 0 && worst <= 1, Err: err,
		Measured: fmt.Sprintf("at most %.2f of the bound (%v, m = %d, W = %d), %d points", worst, at.Stealing, at.Processors, at.Tasks, points)}
}

// slotsAddUp is what a slot is spent on.
func (m makespans) slotsAddUp() Claim {
	return Claim{
		Text:    "In every slot each processor executes a task or asks for work: m·C = W + R.",
		Section: "proof of theorem 2",
		Bound:   "exactly, in every run",
		Measure: func(e Effort) Finding { return m.identity(e) },
	}
}

// identity adds up slots.
func (m makespans) identity(e Effort) Finding {
	runs, wrong := 0, 0
	err := m.everywhere(e, e.times(2, 3), func(point []sim.MakespanResult) {
		for i := range point {
			r := &point[i]
			runs++
			if uint64(r.Processors)*uint64(r.Makespan) != uint64(r.Tasks)+r.Requests {
				wrong++
			}
		}
	})
	return Finding{Holds: runs > 0 && wrong == 0, Err: err, Measured: fmt.Sprintf("%d exceptions in %d runs", wrong, runs)}
}

// lowerBound is the example that no bound can beat.
func (m makespans) lowerBound() Claim {
	return Claim{
		Text: "2^(k+1) tasks on one of 2^k processors take at least k + 2 slots, so the factor of log2 W cannot be below 1. " +
			"Read as: for standard steals. Several thieves that share with one victim can be faster.",
		Section: "section 4, lower bound",
		Bound:   "no run with standard steals is shorter, k = 1 to 14",
		Measure: func(e Effort) Finding { return m.lower(e) },
	}
}

// lower looks for a run that beats the lower bound.
func (m makespans) lower(e Effort) Finding {
	var least [2]int
	runs := 0
	for i, s := range sim.Stealings() {
		least[i] = math.MaxInt
		for k := 1; k <= 14; k++ {
			err := m.runs(e, e.times(5, 40), s, 1<<k, 2<<k, oneQueue, func(r *sim.MakespanResult) {
				runs++
				least[i] = min(least[i], r.Makespan-(k+2))
			})
			if err != nil {
				return Finding{Err: err}
			}
		}
	}
	return finding(runs > 0 && least[0] >= 0, "the shortest run less k + 2: %d slots (cooperative: %d), %d runs", least[0], least[1], runs)
}
