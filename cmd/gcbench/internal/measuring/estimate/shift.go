package estimate

import (
	"math"
	"sort"
)

// shift is an estimate of where logarithms lie, or of how far apart two sets of them lie.
// It holds the candidates in ascending order: the estimate is their median, and an interval
// goes from the k-th lowest to the k-th highest. These are the intervals of Hodges and
// Lehmann, "Estimates of Location Based on Rank Tests", Annals of Mathematical Statistics
// 34(2), 1963: they come from the rank tests and assume no distribution.
type shift struct {
	candidates []float64
	pairs      int // of which the candidates are all, or an even share
	// tail is the probability that fewer than k candidates lie below the true value.
	tail func(k int) float64
	// student is used where there are too few processes for intervals from ranks.
	student location
}

// oneSided is the location of logarithms, from the averages of all their pairs (Wilcoxon's
// signed ranks).
func oneSided(logs []float64) shift {
	candidates, pairs := walsh(logs)
	return shift{candidates, pairs, signedRanks(len(logs)), locate(logs)}
}

// between is how far b lies above a, from the differences of all pairs (Mann and Whitney).
func between(a, b []float64) shift {
	candidates, pairs := differences(a, b)
	return shift{candidates, pairs, mannWhitney(len(a), len(b)), locate(b).minus(locate(a))}
}

// center is exp of the estimate.
func (s shift) center() float64 {
	return math.Exp(median(s.candidates))
}

// within returns exp of the interval. It is 0 and +Inf where nothing is known.
func (s shift) within(confidence float64) [2]float64 {
	n := len(s.candidates)
	if n == 0 || !(s.candidates[n-1]-s.candidates[0] < math.Inf(1)) { // NaN or infinite: some time is 0
		return [2]float64{0, math.Inf(1)}
	}
	k := s.rank((1 - confidence) / 2)
	if k == 0 { // and never narrower than what ranks give for a lower confidence
		ends := s.student.interval(confidence)
		return [2]float64{min(ends[0], math.Exp(s.candidates[0])), max(ends[1], math.Exp(s.candidates[n-1]))}
	}
	at := max(1, k*n/s.pairs)
	return [2]float64{math.Exp(s.candidates[at-1]), math.Exp(s.candidates[n-at])}
}

// widened returns s with its candidates so much farther from their median.
func (s shift) widened(times float64) shift {
	middle := median(s.candidates)
	for i, c := range s.candidates {
		s.candidates[i] = middle + times*(c-middle)
	}
	return s
}

// rank is the highest k with at most this probability in a tail, 0 if there is none.
func (s shift) rank(probability float64) int {
	return sort.Search(s.pairs/2, func(k int) bool { return s.tail(k+1) > probability })
}
