package sim

import "math"

// Lambda returns the paper's bound of λ, for any number of processors: 1.825
// for standard steals (Theorem 2), 1.512 for cooperative ones (Theorem 3).
func (s Stealing) Lambda() float64 {
	if s == Cooperative {
		return -1 / math.Log2(1-1/math.E)
	}
	return 1 / (1 - math.Log2(1+1/math.E))
}

// Bound returns what the expected makespan may not exceed, W/m + 2λ log2 W + 1
// (Theorems 2 (i) and 3 (i)), whatever the initial loads.
func (s Stealing) Bound(processors, tasks int) float64 {
	return s.TailBound(processors, tasks, 1)
}

// TailBound returns what the makespan may reach with a probability of at most
// epsilon, W/m + 2λ (log2 W + log2 1/ε) + 1 (Theorems 2 (ii) and 3 (ii); the
// latter is misprinted, its proof is the former's).
func (s Stealing) TailBound(processors, tasks int, epsilon float64) float64 {
	w := float64(tasks)
	return w/float64(processors) + 2*s.Lambda()*(math.Log2(w)-math.Log2(epsilon)) + 1
}

// RequestsBound returns what the requests until Φ ≤ 1 may reach with a
// probability of at most epsilon, from a potential of at least 1: λ m (log2
// Φ(0) + log2 1/ε) (Theorem 1). For epsilon 1 it bounds their expectation.
func (s Stealing) RequestsBound(processors int, potential, epsilon float64) float64 {
	return s.Lambda() * float64(processors) * (math.Log2(potential) - math.Log2(epsilon))
}

// Constant returns the measured counterpart of 2λ: (C_max - W/m) / log2 W, the
// makespan beyond what a perfect schedule needs. As every processor executes or
// asks in every slot, it is Requests / (m log2 W) as well. Tasks must be 2 or
// more.
func (r *MakespanResult) Constant() float64 {
	beyond := float64(r.Makespan) - float64(r.Tasks)/float64(r.Processors)
	return beyond / math.Log2(float64(r.Tasks))
}

// Bound returns what the expectation of the makespan may not exceed.
func (r *MakespanResult) Bound() float64 { return r.Stealing.Bound(r.Processors, r.Tasks) }

// potential returns Φ(t).
func (s *schedule) potential() float64 {
	if s.result.Stealing == Cooperative {
		return float64(s.squares)
	}
	return float64(s.squares) - float64(s.total)*float64(s.total)/float64(len(s.end))
}

// balanced reports whether Φ(t) ≤ 1, in whole numbers: Σw² - w²/m ≤ 1 holds if
// and only if Σw² - 1 is at most the whole part of w²/m.
func (s *schedule) balanced() bool {
	if s.result.Stealing == Cooperative {
		return s.squares <= 1
	}
	return s.squares-1 <= square(s.total)/int64(len(s.end))
}
