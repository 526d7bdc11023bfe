package estimate

import "math"

// levelPairs is how many neighbouring pairs tell how fast the machine was at their time: five,
// because drifts are not always slow, and because the median of ten processes is hardly moved
// by three that were disturbed.
const levelPairs = 5

// levelCost widens the intervals: the level is taken from the processes themselves, and so
// it takes one degree of freedom of each ten.
var levelCost = math.Sqrt(2 * levelPairs / (2*levelPairs - 1.0))

// steady takes the machine's drift out of logarithms of processes that ran in pairs: first
// the slope over the whole time, then the level around each pair. Both sides give the same to
// slope and level, so what lies between the sides stays.
func steady(a, b []float64) (x, y []float64) {
	slope := slopeOf(a, b)
	x, y = make([]float64, len(a)), make([]float64, len(b))
	for i := range a {
		x[i], y[i] = a[i]-slope*float64(i), b[i]-slope*float64(i)
	}
	levels := levelsOf(x, y)
	for i, level := range levels {
		x[i] -= level
		y[i] -= level
	}
	return x, y
}

// slopeOf is the median of the slopes between any two processes of one side (Theil and Sen).
// Of very many processes it takes those that are some multiple apart.
func slopeOf(a, b []float64) float64 {
	var slopes []float64
	step := stride(len(a) * len(b))
	for _, side := range [][]float64{a, b} {
		for j := range side {
			for i := j - step; i >= 0; i -= step {
				slopes = append(slopes, (side[j]-side[i])/float64(j-i))
			}
		}
	}
	return median(slopes)
}

// levelsOf returns the median around each pair, halfway between the sides.
func levelsOf(a, b []float64) []float64 {
	half := median(between(a, b).candidates) / 2
	width := min(levelPairs, len(a))
	levels := make([]float64, len(a))
	for i := range levels {
		first := max(0, min(i-width/2, len(a)-width))
		var around []float64
		for j := first; j < first+width; j++ {
			around = append(around, a[j]+half, b[j]-half)
		}
		levels[i] = median(around)
	}
	return levels
}
