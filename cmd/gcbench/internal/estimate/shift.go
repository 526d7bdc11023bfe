package estimate

import (
	"math"
	"slices"
	"sort"

	"github.com/aclements/go-moremath/stats"
)

// shift is an estimate of where logarithms lie, or of how far apart two sets of them lie.
// It holds all candidates in ascending order: the estimate is their median, and an interval
// goes from the k-th lowest to the k-th highest. These are the intervals of Hodges and
// Lehmann, "Estimates of Location Based on Rank Tests", Annals of Mathematical Statistics
// 34(2), 1963: they come from the rank tests and assume no distribution.
type shift struct {
	candidates []float64
	// tail is the probability that fewer than k candidates lie below the true value.
	tail func(k int) float64
	// student is used where there are too few processes for intervals from ranks.
	student location
}

// oneSided is the location of logarithms, from the averages of all their pairs (Wilcoxon's
// signed ranks).
func oneSided(logs []float64) shift {
	candidates := walsh(logs)
	slices.Sort(candidates)
	below := signedRanks(len(logs))
	return shift{candidates, func(k int) float64 { return below[k-1] }, locate(logs)}
}

// between is how far b lies above a, from the differences of all pairs (Mann and Whitney).
func between(a, b []float64) shift {
	candidates := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			candidates = append(candidates, y-x)
		}
	}
	slices.Sort(candidates)
	ranks := stats.UDist{N1: len(a), N2: len(b)}
	return shift{candidates, func(k int) float64 { return ranks.CDF(float64(k - 1)) }, locate(b).minus(locate(a))}
}

// center is exp of the estimate.
func (s shift) center() float64 {
	return math.Exp(median(s.candidates))
}

// within returns exp of the interval. It is everything where nothing is known.
func (s shift) within(confidence float64) [2]float64 {
	n := len(s.candidates)
	if n == 0 || slices.ContainsFunc(s.candidates, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		return [2]float64{0, math.Inf(1)}
	}
	k := s.rank((1 - confidence) / 2)
	if k == 0 {
		return s.student.interval(confidence)
	}
	return [2]float64{math.Exp(s.candidates[k-1]), math.Exp(s.candidates[n-k])}
}

// rank is the highest k with at most this probability in a tail, 0 if there is none.
func (s shift) rank(probability float64) int {
	return sort.Search(len(s.candidates)/2, func(k int) bool { return s.tail(k+1) > probability })
}

// walsh returns the averages of all pairs, each value with itself among them.
func walsh(values []float64) []float64 {
	averages := make([]float64, 0, len(values)*(len(values)+1)/2)
	for i, x := range values {
		for _, y := range values[:i+1] {
			averages = append(averages, (x+y)/2)
		}
	}
	return averages
}

// signedRanks returns the probabilities that Wilcoxon's sum of signed ranks is at most 0, 1,
// 2 and so on.
func signedRanks(n int) []float64 {
	sums := make([]float64, n*(n+1)/2+1)
	sums[0] = 1
	for rank := 1; rank <= n; rank++ { // each rank counts or does not, with the same probability
		for s := rank * (rank + 1) / 2; s >= 0; s-- {
			sums[s] /= 2
			if s >= rank {
				sums[s] += sums[s-rank] / 2
			}
		}
	}
	for s := 1; s < len(sums); s++ {
		sums[s] += sums[s-1]
	}
	return sums
}

// location is the mean of logarithms, its standard error, and the degrees of freedom of
// this error.
type location struct {
	mean, err, freedom float64
}

func locate(logs []float64) location {
	n := float64(len(logs))
	if n < 2 {
		return location{math.NaN(), math.NaN(), math.NaN()}
	}
	return location{stats.Mean(logs), math.Sqrt(stats.Variance(logs) / n), n - 1}
}

// minus is the difference of two independent locations, with Welch's degrees of freedom.
func (l location) minus(m location) location {
	v, w := l.err*l.err, m.err*m.err
	freedom := l.freedom + m.freedom
	if v+w > 0 {
		freedom = (v + w) * (v + w) / (v*v/l.freedom + w*w/m.freedom)
	}
	return location{l.mean - m.mean, math.Sqrt(v + w), freedom}
}

// interval is exp of Student's interval, and everything if there is no error.
func (l location) interval(confidence float64) [2]float64 {
	if math.IsNaN(l.mean) || math.IsNaN(l.err) {
		return [2]float64{0, math.Inf(1)}
	}
	half := l.err * stats.InvCDF(stats.TDist{V: l.freedom})(0.5+confidence/2)
	return [2]float64{math.Exp(l.mean - half), math.Exp(l.mean + half)}
}
