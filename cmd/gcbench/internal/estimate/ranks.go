package estimate

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

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

// signedRanks returns the probability that Wilcoxon's sum of n signed ranks is less than k.
func signedRanks(n int) (below func(k int) float64) {
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
	return cumulated(sums, 1)
}

// mannWhitney returns the probability that Mann and Whitney's U is less than k, for sides of
// n and m. It counts the orders as long as a float64 holds their number exactly. For more
// processes it takes the normal distribution, which is then as good.
func mannWhitney(n, m int) (below func(k int) float64) {
	orders := 1.0
	for i := 1; i <= n; i++ {
		orders *= float64(m+i) / float64(i)
	}
	product := n * m
	if orders > 1<<52 {
		normal := stats.NormalDist{Mu: float64(product) / 2, Sigma: math.Sqrt(float64(product*(n+m+1)) / 12)}
		return func(k int) float64 { return normal.CDF(float64(k) - 0.5) }
	}
	// The number of orders with U = u is the coefficient of q^u in the Gaussian binomial, the
	// product of (1 - q^(m+i)) / (1 - q^i).
	counts := make([]float64, product+1)
	counts[0] = 1
	for i := 1; i <= n; i++ {
		for u := product; u >= m+i; u-- {
			counts[u] -= counts[u-m-i]
		}
		for u := i; u <= product; u++ {
			counts[u] += counts[u-i]
		}
	}
	return cumulated(counts, orders)
}

// cumulated returns the share of the counts below k.
func cumulated(counts []float64, total float64) (below func(k int) float64) {
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	return func(k int) float64 { return counts[k-1] / total }
}
