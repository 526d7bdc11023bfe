package estimate

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// maxCandidates bounds how many pairs are looked at. A side of 181 has all of its pairs with
// another.
const maxCandidates = 1 << 15

// stride is between the candidates of one value if there are so many pairs: one of so many
// is taken. Values are in ascending order, and so the share that is taken is the same
// everywhere in their distribution.
func stride(pairs int) int { return 1 + (pairs-1)/maxCandidates }

// thinned returns in ascending order what of says of pairs. Row i has so many columns. The pairs that are taken are
// spread evenly over the rows.
func thinned(pairs, rows int, columns func(row int) int, of func(row, column int) float64) (all []float64) {
	step := stride(pairs)
	for i := range rows {
		for j := (step - i%step) % step; j < columns(i); j += step {
			all = append(all, of(i, j))
		}
	}
	slices.Sort(all)
	return all
}

// walsh returns the averages of pairs in ascending order, each value with itself among them,
// and how many pairs there are.
func walsh(values []float64) (averages []float64, pairs int) {
	values = slices.Sorted(slices.Values(values))
	pairs = len(values) * (len(values) + 1) / 2
	return thinned(pairs, len(values), func(i int) int { return i + 1 }, func(i, j int) float64 { return (values[i] + values[j]) / 2 }), pairs
}

// differences returns how far values of b lie above those of a, in ascending order, and how
// many pairs there are.
func differences(a, b []float64) (above []float64, pairs int) {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	pairs = len(a) * len(b)
	return thinned(pairs, len(a), func(int) int { return len(b) }, func(i, j int) float64 { return b[j] - a[i] }), pairs
}

// maxCounted is the number of processes above which the normal distribution is as good as the
// count for signed ranks.
const maxCounted = 60

// signedRanks returns the probability that Wilcoxon's sum of n signed ranks is less than k.
// For many processes it takes the normal distribution.
func signedRanks(n int) (below func(k int) float64) {
	if n > maxCounted {
		return normally(float64(n*(n+1))/4, float64(n*(n+1))*float64(2*n+1)/24)
	}
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
		return normally(float64(product)/2, float64(product)*float64(n+m+1)/12)
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

// normally is the probability below k of a normal distribution.
func normally(mean, variance float64) (below func(k int) float64) {
	normal := stats.NormalDist{Mu: mean, Sigma: math.Sqrt(variance)}
	return func(k int) float64 { return normal.CDF(float64(k) - 0.5) }
}

// cumulated returns the share of the counts below k.
func cumulated(counts []float64, total float64) (below func(k int) float64) {
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	return func(k int) float64 { return counts[k-1] / total }
}
