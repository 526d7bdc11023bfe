package claims

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

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
		c, pm, err := m.mean(e, e.times(20, 100), s, processors, 1<<20, oneQueue, (*sim.MakespanResult).Constant)
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
		c, pm, err := m.mean(e, 20, s, 16384, 1<<24, oneQueue, (*sim.MakespanResult).Constant)
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

// ballsInBins compares the requests of the two starts.
func (m makespans) ballsInBins(e Effort) Finding {
	least, most := math.Inf(1), 0.0
	for _, s := range sim.Stealings() {
		for _, processors := range grownProcessors {
			for _, tasks := range []int{1 << 17, 1 << 20}[:e.times(1, 2)] {
				one, _, err := m.mean(e, e.times(3, 15), s, processors, tasks, oneQueue, requestsOf)
				if err != nil {
					return Finding{Err: err}
				}
				bins, _, err := m.mean(e, e.times(3, 15), s, processors, tasks, sim.BallsInBins, requestsOf)
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
		for _, lg := range []int{14, 20, 17}[:e.times(2, 3)] {
			standard, _, err := m.mean(e, e.times(10, 40), sim.Standard, processors, 1<<lg, oneQueue, requestsOf)
			if err != nil {
				return Finding{Err: err}
			}
			cooperative, _, err := m.mean(e, e.times(10, 40), sim.Cooperative, processors, 1<<lg, oneQueue, requestsOf)
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
