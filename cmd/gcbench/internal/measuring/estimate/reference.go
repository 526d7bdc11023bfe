package estimate

import (
	"cmp"
	"math"
	"slices"
)

// Felt is how much marks feel what makes frozen work slower: 0.5 says that a machine on which the
// frozen work takes 4 % longer makes marks take 2 % longer. Processes of one side differ only by
// the machine, so each pair of them says it: it is the slope between them, of the logarithms of
// their medians. Felt is the median of the slopes of both sides, each with the weight of the
// distance between its processes (Theil and Sen).
//
// A neighbour that takes a core away hits both works alike, and a memory bus that others use hits a
// small heap less. Only pairs count that are about as far apart as the two sides are: not more
// than twice. Pairs that are hardly apart say nothing. Without any pair Felt is 1.
func Felt(a, b, besideA, besideB Invocations) float64 {
	farthest := 2 * max(leastReach, math.Abs(math.Log(Compare(besideA, besideB).Ratio)))
	slopes := slopesWithin(nil, a, besideA, farthest)
	slopes = slopesWithin(slopes, b, besideB, farthest)
	if len(slopes) == 0 {
		return 1
	}
	return min(max(0, middle(slopes)), mostFelt)
}

const (
	leastReach = 0.03  // of Felt: pairs up to twice as far apart count, however close the sides are
	hardly     = 0.005 // apart: less is noise of the frozen work
	mostFelt   = 2
)

// slope is what a pair of processes says.
type slope struct{ felt, weight float64 }

// slopesWithin appends what the pairs of processes of one side say.
func slopesWithin(slopes []slope, marks, beside Invocations, farthest float64) []slope {
	x, y := matched(marks, beside)
	for i := range x {
		for j := range i {
			apart := math.Abs(x[i] - x[j])
			if apart >= hardly && apart <= farthest {
				slopes = append(slopes, slope{(y[i] - y[j]) / (x[i] - x[j]), apart})
			}
		}
	}
	return slopes
}

// matched returns the logarithms of the medians of frozen work and of marks, of the processes
// that have both.
func matched(marks, beside Invocations) (x, y []float64) {
	for p := range min(len(marks), len(beside)) {
		if len(marks[p]) > 0 && len(beside[p]) > 0 {
			x, y = append(x, math.Log(median(beside[p]))), append(y, math.Log(median(marks[p])))
		}
	}
	return x, y
}

// middle is the weighted median.
func middle(slopes []slope) float64 {
	slices.SortFunc(slopes, func(a, b slope) int { return cmp.Compare(a.felt, b.felt) })
	half := 0.0
	for _, s := range slopes {
		half += s.weight / 2
	}
	for _, s := range slopes {
		if half -= s.weight; half <= 0 {
			return s.felt
		}
	}
	return slopes[len(slopes)-1].felt
}

// Over returns the samples as they would be if the frozen work of each process had taken one
// nanosecond: those of a slow process are shorter, by as much as marks feel it. A process without
// frozen work has none.
func (v Invocations) Over(reference Invocations, felt float64) Invocations {
	all := make(Invocations, len(v))
	for p, samples := range v {
		if p >= len(reference) || len(reference[p]) == 0 {
			continue
		}
		slow := math.Pow(median(reference[p]), felt)
		for _, s := range samples {
			all[p] = append(all[p], s/slow)
		}
	}
	return all
}

// Corrected says how much is known of r, which compares what Over has returned, if reference
// compares the frozen work of both sides. Felt may be wrong by a half. The intervals reach as
// far as if half of the difference had been left out, and as far as if half had been added.
func (r Ratio) Corrected(reference Ratio) Ratio {
	by := math.Sqrt(reference.distance())
	for _, ends := range []*[2]float64{&r.CI95, &r.CI99} {
		ends[0], ends[1] = ends[0]/by, ends[1]*by
	}
	return r
}

const (
	mostCorrected = 1.05 // a larger correction of marks is a guess
	mostApart     = 1.10 // where frozen work differs by more, no drift of the machine was at work, but another load
)

// Trusted reports whether the frozen work of both sides differs so little that marks that feel it
// so much can be corrected.
func (r Ratio) Trusted(felt float64) bool {
	apart := r.distance()
	return apart <= mostApart && math.Pow(apart, felt) <= mostCorrected
}

// distance is how far the ratio is from 1, as a factor of at least 1: 1.1 for 1.1 and for 1/1.1.
func (r Ratio) distance() float64 { return math.Max(r.Ratio, 1/r.Ratio) }

// Farther is the one of two ratios that is farther from 1.
func Farther(a, b Ratio) Ratio {
	if a.distance() > b.distance() {
		return a
	}
	return b
}
