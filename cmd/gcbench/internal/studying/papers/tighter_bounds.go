package papers

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// The rows about bounds, on a grid of processors and tasks.

// expectation compares means with theorems 2 (i) and 3 (i).
func (simulate makespans) expectation(e claims.Effort) claims.Finding {
	return simulate.ofBound(e, func(point []sim.MakespanResult) float64 {
		sum := 0.0
		for i := range point {
			sum += float64(point[i].Makespan)
		}
		even := float64(point[0].Tasks) / float64(point[0].Processors)
		return (sum/float64(len(point)) - even) / (point[0].Bound() - even)
	})
}

// unevenRequests compares means with theorem 1 (i).
func (simulate makespans) unevenRequests(e claims.Effort) claims.Finding {
	return simulate.ofBound(e, func(point []sim.MakespanResult) float64 {
		sum, bound := 0.0, 0.0
		for i := range point {
			r := &point[i]
			if r.Potential < 2 {
				return math.NaN()
			}
			sum += float64(r.Unbalanced)
			bound += r.Stealing.RequestsBound(r.Processors, r.Potential, 1)
		}
		return sum / bound
	})
}

// ofBound looks for the point where a quantity comes nearest to its bound. A ratio that is no number leaves a
// point out.
func (simulate makespans) ofBound(e claims.Effort, ratio func(point []sim.MakespanResult) float64) claims.Finding {
	points, worst, at := 0, 0.0, sim.MakespanResult{}
	for point := range simulate.points(e, e.Times(5, 8)) {
		r := ratio(point)
		if !math.IsNaN(r) {
			points++
		}
		if r > worst {
			worst, at = r, point[0]
		}
	}
	return claims.Found(points > 0 && worst <= 1, "at most %.2f of the bound (%v, m = %d, W = %d), %d points", worst, at.Stealing, at.Processors, at.Tasks, points)
}

// tail counts the runs beyond theorems 2 (ii) and 3 (ii).
func (simulate makespans) tail(e claims.Effort) claims.Finding {
	epsilons := [3]float64{0.5, 0.1, 0.01}
	var most [3]float64
	runs := 0
	for point := range simulate.points(e, e.Times(10, 20)) {
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
	}
	holds := runs > 0
	for i, epsilon := range epsilons {
		holds = holds && most[i] <= epsilon
	}
	return claims.Found(holds, "at most a share of %.2f, %.2f and %.2f of a point's runs; %d runs", most[0], most[1], most[2], runs)
}

// identity adds up slots.
func (simulate makespans) identity(e claims.Effort) claims.Finding {
	runs, wrong := 0, 0
	for point := range simulate.points(e, e.Times(2, 3)) {
		for _, r := range point {
			runs++
			if uint64(r.Processors)*uint64(r.Makespan) != uint64(r.Tasks)+r.Requests {
				wrong++
			}
		}
	}
	return claims.Found(runs > 0 && wrong == 0, "%d exceptions in %d runs", wrong, runs)
}

// lower looks for a run that beats the lower bound.
func (simulate makespans) lower(e claims.Effort) claims.Finding {
	var least [2]int
	runs := 0
	for i, s := range sim.Stealings() {
		least[i] = math.MaxInt
		for k := 1; k <= 14; k++ {
			for _, r := range simulate.runs(e, e.Times(5, 40), s, 1<<k, 2<<k, oneQueue) {
				runs++
				least[i] = min(least[i], r.Makespan-(k+2))
			}
		}
	}
	return claims.Found(runs > 0 && least[0] >= 0, "the shortest run less k + 2: %d slots (cooperative: %d), %d runs", least[0], least[1], runs)
}
