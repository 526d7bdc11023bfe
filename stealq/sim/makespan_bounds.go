package sim

import "math"

// Lambda returns the paper's bound of λ, for any number of processors: 1.825 for Standard
// (theorem 2), and 1.512 for Cooperative (theorem 3).
func (s Stealing) Lambda() float64 {
	if s == Cooperative {
		return -1 / math.Log2(1-1/math.E)
	}
	return 1 / (1 - math.Log2(1+1/math.E))
}

// Bound returns an upper bound on the expected makespan, in time slots: W/m + 2λ log2 W
// + 1 (theorems 2 (i) and 3 (i)). W is tasks, and m is processors. The bound holds for all
// initial loads.
func (s Stealing) Bound(processors, tasks int) float64 {
	return s.TailBound(processors, tasks, 1)
}

// TailBound returns a number of time slots that the makespan reaches with a probability
// of at most epsilon: W/m + 2λ (log2 W + log2 1/ε) + 1 (theorems 2 (ii) and 3 (ii), of
// which the second is misprinted).
func (s Stealing) TailBound(processors, tasks int, epsilon float64) float64 {
	w := float64(tasks)
	return w/float64(processors) + 2*s.Lambda()*(math.Log2(w)-math.Log2(epsilon)) + 1
}

// RequestsBound returns a number of requests. With a probability of at most epsilon, as many
// are made until Φ ≤ 1: λ m (log2 Φ(0) + log2 1/ε) (theorem 1). The potential Φ(0) must be
// at least 1. For epsilon 1 the number is a bound on the expectation.
func (s Stealing) RequestsBound(processors int, potential, epsilon float64) float64 {
	return s.Lambda() * float64(processors) * (math.Log2(potential) - math.Log2(epsilon))
}

// Constant returns the measured counterpart of 2λ: (C_max - W/m) / log2 W. The
// numerator is the makespan beyond that of a perfect schedule. Every processor executes
// or asks in every slot, so Constant is also Requests / (m log2 W). Tasks must be 2 or
// more.
func (r *MakespanResult) Constant() float64 {
	beyond := float64(r.Makespan) - float64(r.Tasks)/float64(r.Processors)
	return beyond / math.Log2(float64(r.Tasks))
}

// Bound returns Stealing.Bound for this run, in time slots.
func (r *MakespanResult) Bound() float64 { return r.Stealing.Bound(r.Processors, r.Tasks) }

// potential returns Φ(t).
func (s *schedule) potential() float64 {
	if s.result.Stealing == Cooperative {
		return float64(s.squares)
	}
	return float64(s.squares) - float64(s.total)*float64(s.total)/float64(len(s.end))
}

// balanced says whether Φ(t) ≤ 1, in whole numbers. Σw² - w²/m ≤ 1 holds if and only if
// Σw² - 1 is at most the whole part of w²/m.
func (s *schedule) balanced() bool {
	if s.result.Stealing == Cooperative {
		return s.squares <= 1
	}
	return s.squares-1 <= square(s.total)/int64(len(s.end))
}
