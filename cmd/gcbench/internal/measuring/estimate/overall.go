package estimate

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// Overall is the ratio over many rows, each of which has both its sides and the same weight.
// Rows share processes where one process measures several settings, so rows are no
// replicates. If each side has the same number of processes in all rows, and all have
// samples, then the logarithms are averaged over the rows for each process first, and the
// interval is over processes, as in Compare and ComparePairs.
//
// Otherwise the logarithms of the rows' ratios are averaged, and so are those of the ends of
// their intervals. This is an interval as wide as if all rows erred together, which is the
// widest it can be. Invocations is then the least of the rows.
func Overall(rows [][2]Invocations, paired bool) Ratio {
	a, b, ok := averaged(rows)
	switch {
	case !ok:
		return together(rows, paired)
	case paired:
		pairs := min(len(a), len(b))
		return comparePaired(a[:pairs], b[:pairs])
	}
	return compareLogs(a, b)
}

// averaged returns the mean logarithm of each process over the rows. It fails if the rows
// do not have the same processes.
func averaged(rows [][2]Invocations) (a, b []float64, ok bool) {
	var sums [2][]float64
	for i, row := range rows {
		for side, v := range row {
			logs := v.logs()
			if i == 0 {
				sums[side] = make([]float64, len(logs))
			}
			if len(logs) != len(v) || len(logs) != len(sums[side]) {
				return nil, nil, false
			}
			for p, log := range logs {
				sums[side][p] += log / float64(len(rows))
			}
		}
	}
	return sums[0], sums[1], true
}

// together combines rows that may share processes in a way that is not known.
func together(rows [][2]Invocations, paired bool) Ratio {
	var ends [5][]float64
	least := math.MaxInt
	for _, row := range rows {
		compare := Compare
		if paired {
			compare = ComparePairs
		}
		r := compare(row[0], row[1])
		for i, x := range []float64{r.Ratio, r.CI95[0], r.CI95[1], r.CI99[0], r.CI99[1]} {
			ends[i] = append(ends[i], math.Log(x))
		}
		least = min(least, r.Invocations)
	}
	mean := func(i int) float64 { return math.Exp(stats.Mean(ends[i])) }
	return Ratio{mean(0), [2]float64{mean(1), mean(2)}, [2]float64{mean(3), mean(4)}, least}
}
