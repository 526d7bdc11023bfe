package claims

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// tighter are the claims of Tchiboukdjian, Gast, Trystram, Roch and Bernard.
func tighter(simulate func(sim.MakespanOptions) (sim.MakespanResult, error)) Paper {
	m := makespans{simulate: simulate}
	return Paper{
		Title:    "A tighter analysis of work stealing",
		Citation: "M. Tchiboukdjian, N. Gast, D. Trystram, J.-L. Roch and J. Bernard, \"A Tighter Analysis of Work Stealing\", ISAAC 2010",
		Claims: []Claim{{
			Text: "Standard steals: the makespan beyond W/m is a constant times log2 W that grows with m towards 2.37. " +
				"Read as: it is 2.37 for some thousand processors; at 16,384 it is a little more.",
			Section: "section 6, figure 1 (left)",
			Bound:   "from 2.1 to 2.5 for m = 1,024, 4,096, 16,384 at W = 2^20, and more at 1,024 than at 64",
			Measure: func(e Effort) Finding { return m.constant(e, sim.Standard, 2.1, 2.5) },
		}, {
			Text: "Cooperative steals: the same constant grows towards 2.08. " +
				"Read as: it is 2.08 for about a thousand processors, and up to 2.2 for more.",
			Section: "section 6, figure 1 (left)",
			Bound:   "from 1.95 to 2.25 for m = 1,024, 4,096, 16,384 at W = 2^20, and more at 1,024 than at 64",
			Measure: func(e Effort) Finding { return m.constant(e, sim.Cooperative, 1.95, 2.25) },
		}, {
			Text:    "The expected makespan is at most W/m + 3.65·log2 W + 1 (standard) and W/m + 3.02·log2 W + 1 (cooperative), whatever the initial loads.",
			Section: "theorems 2 (i) and 3 (i)",
			Bound:   "(mean makespan - W/m) / (bound - W/m) <= 1 for every m, W and start of the grid",
			Measure: func(e Effort) Finding { return m.expectation(e) },
		}, {
			Text: "The makespan reaches W/m + 2λ·(log2 W + log2 1/ε) + 1 with a probability of at most ε. " +
				"Theorem 3 (ii) is misprinted; its proof is that of theorem 2.",
			Section: "theorems 2 (ii) and 3 (ii)",
			Bound:   "in at most a share ε of the runs, for ε = 1/2, 1/10, 1/100",
			Measure: func(e Effort) Finding { return m.tail(e) },
		}, {
			Text:    "Until the loads are even there are at most λ·m·log2 Φ(0) requests on average, Φ(0) being the potential at the start.",
			Section: "theorem 1 (i)",
			Bound:   "mean requests / bound <= 1 for every m, W and start of the grid with Φ(0) >= 2",
			Measure: func(e Effort) Finding { return m.requests(e) },
		}, {
			Text:    "In every slot each processor executes a task or asks for work: m·C = W + R.",
			Section: "proof of theorem 2",
			Bound:   "exactly, in every run",
			Measure: func(e Effort) Finding { return m.identity(e) },
		}, {
			Text: "2^(k+1) tasks on one of 2^k processors take at least k + 2 slots, so the factor of log2 W cannot be below 1. " +
				"Read as: for standard steals; several thieves that share with one victim can be faster.",
			Section: "section 4, lower bound",
			Bound:   "no run with standard steals is shorter, k = 1 to 14",
			Measure: func(e Effort) Finding { return m.lower(e) },
		}, {
			Text:    "If each task starts on a processor chosen at random (balls in bins), there are on average at most half as many steal requests.",
			Section: "section 4, initial repartition of tasks",
			Bound:   "one queue / balls in bins >= 2 for m = 64 to 16,384, W = 2^17 and 2^20",
			Measure: func(e Effort) Finding { return m.ballsInBins(e) },
		}, {
			Text: "Cooperation among thieves saves steal requests: the analysis predicts a factor of 1.20, simulation gives 1.14. " +
				"Read as: 1.14 is the most, for few tasks a processor; with more it is about 1.1.",
			Section: "sections 5 and 6, figure 1 (right)",
			Bound:   "standard / cooperative above 1 for m >= 1,024, and the most from 1.10 to 1.20",
			Measure: func(e Effort) Finding { return m.cooperation(e) },
		}},
	}
}

// makespans runs the simulator.
type makespans struct {
	simulate func(sim.MakespanOptions) (sim.MakespanResult, error)
}

// start is where the tasks are at the beginning.
type start func(processors, tasks int, seed uint64) []int

func oneQueue(processors, tasks int, _ uint64) []int { return sim.OneQueue(processors, tasks) }

// runs simulates a number of runs and hands each to visit.
func (m makespans) runs(e Effort, n int, s sim.Stealing, processors, tasks int, from start, visit func(*sim.MakespanResult)) error {
	for i := range n {
		seed := e.Seed + uint64(i)
		r, err := m.simulate(sim.MakespanOptions{Loads: from(processors, tasks, seed), Stealing: s, Seed: seed})
		if err != nil {
			return err
		}
		visit(&r)
	}
	return nil
}

// mean is the average of a quantity over runs, with half the width of its 95 %
// interval.
func (m makespans) mean(e Effort, n int, s sim.Stealing, processors, tasks int, from start, of func(*sim.MakespanResult) float64) (mean, plusMinus float64, err error) {
	sum, squares := 0.0, 0.0
	err = m.runs(e, n, s, processors, tasks, from, func(r *sim.MakespanResult) {
		x := of(r)
		sum += x
		squares += x * x
	})
	mean = sum / float64(n)
	variance := max(0, squares/float64(n)-mean*mean) * float64(n) / float64(max(1, n-1))
	return mean, 1.96 * math.Sqrt(variance/float64(n)), err
}

var grownProcessors = []int{64, 256, 1024, 4096, 16384}

// constant measures the factor of log2 W as the processors grow.
func (m makespans) constant(e Effort, s sim.Stealing, low, high float64) Finding {
	holds := true
	first, firstPM := 0.0, 0.0
	var text []string
	for _, processors := range grownProcessors {
		c, pm, err := m.mean(e, e.times(20, 400), s, processors, 1<<20, oneQueue, (*sim.MakespanResult).Constant)
		if err != nil {
			return Finding{Err: err}
		}
		if processors == grownProcessors[0] {
			first, firstPM = c, pm
		}
		if processors >= 1024 {
			holds = holds && low <= c && c <= high && first+firstPM < c-pm
		}
		text = append(text, fmt.Sprintf("%.2f ± %.2f at m = %d", c, pm, processors))
	}
	if !e.Quick {
		c, pm, err := m.mean(e, 40, s, 16384, 1<<24, oneQueue, (*sim.MakespanResult).Constant)
		if err != nil {
			return Finding{Err: err}
		}
		text = append(text, fmt.Sprintf("with W = 2^24 %.2f ± %.2f at m = 16384", c, pm))
	}
	return finding(holds, "%s", strings.Join(text, "; "))
}

// everywhere runs a grid of numbers of processors and tasks, both starts and
// both ways to steal.
func (m makespans) everywhere(e Effort, n int, visit func(point []sim.MakespanResult)) error {
	grid := []int{2, 3, 16, 64, 1024, 16384}
	for _, s := range sim.Stealings() {
		for _, processors := range grid[:e.times(5, 6)] {
			for _, tasks := range []int{2, 7, 100, 1 << 10, 1 << 14, 1 << 18} {
				for _, from := range []start{oneQueue, sim.BallsInBins} {
					var point []sim.MakespanResult
					err := m.runs(e, n, s, processors, tasks, from, func(r *sim.MakespanResult) { point = append(point, *r) })
					if err != nil {
						return err
					}
					visit(point)
				}
			}
		}
	}
	return nil
}

// expectation compares means with theorems 2 (i) and 3 (i).
func (m makespans) expectation(e Effort) Finding {
	points, worst, at := 0, 0.0, sim.MakespanResult{}
	err := m.everywhere(e, e.times(5, 20), func(point []sim.MakespanResult) {
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

// tail counts the runs beyond theorems 2 (ii) and 3 (ii).
func (m makespans) tail(e Effort) Finding {
	epsilons := []float64{0.5, 0.1, 0.01}
	most, runs := make([]float64, len(epsilons)), 0
	err := m.everywhere(e, e.times(10, 50), func(point []sim.MakespanResult) {
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

// requests compares means with theorem 1 (i).
func (m makespans) requests(e Effort) Finding {
	points, worst, at := 0, 0.0, sim.MakespanResult{}
	err := m.everywhere(e, e.times(5, 20), func(point []sim.MakespanResult) {
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

// identity adds up slots.
func (m makespans) identity(e Effort) Finding {
	runs, wrong := 0, 0
	err := m.everywhere(e, e.times(2, 10), func(point []sim.MakespanResult) {
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

// lower looks for a run that beats the lower bound.
func (m makespans) lower(e Effort) Finding {
	var least [2]int
	runs := 0
	for i, s := range sim.Stealings() {
		least[i] = math.MaxInt
		for k := 1; k <= 14; k++ {
			err := m.runs(e, e.times(5, 100), s, 1<<k, 2<<k, oneQueue, func(r *sim.MakespanResult) {
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

// ballsInBins compares the requests of the two starts.
func (m makespans) ballsInBins(e Effort) Finding {
	least, most := math.Inf(1), 0.0
	for _, s := range sim.Stealings() {
		for _, processors := range grownProcessors {
			for _, tasks := range []int{1 << 17, 1 << 20} {
				one, _, err := m.mean(e, e.times(5, 50), s, processors, tasks, oneQueue, requestsOf)
				if err != nil {
					return Finding{Err: err}
				}
				bins, _, err := m.mean(e, e.times(5, 50), s, processors, tasks, sim.BallsInBins, requestsOf)
				if err != nil {
					return Finding{Err: err}
				}
				least, most = min(least, one/bins), max(most, one/bins)
			}
		}
	}
	return finding(least >= 2, "from %.2f to %.2f", least, most)
}

func requestsOf(r *sim.MakespanResult) float64 { return float64(r.Requests) }

// cooperation compares the requests of the two ways to steal.
func (m makespans) cooperation(e Effort) Finding {
	least, most := math.Inf(1), 0.0
	var text []string
	for _, processors := range grownProcessors[2:] {
		for _, lg := range []int{14, 17, 20} {
			standard, _, err := m.mean(e, e.times(20, 200), sim.Standard, processors, 1<<lg, oneQueue, requestsOf)
			if err != nil {
				return Finding{Err: err}
			}
			cooperative, _, err := m.mean(e, e.times(20, 200), sim.Cooperative, processors, 1<<lg, oneQueue, requestsOf)
			if err != nil {
				return Finding{Err: err}
			}
			ratio := standard / cooperative
			least, most = min(least, ratio), max(most, ratio)
			text = append(text, fmt.Sprintf("%.2f (m = %d, W = 2^%d)", ratio, processors, lg))
		}
	}
	return finding(least > 1 && most >= 1.10 && most <= 1.20, "%s", strings.Join(text, ", "))
}
