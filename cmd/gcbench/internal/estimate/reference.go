package estimate

import "math"

// Over returns each sample over the time that frozen work took in the same round. What made the
// machine slower in a round made both longer, so it is not in the quotient, or less of it is. The
// noise of the frozen work is. A process that has not as many times as samples has none.
func (v Invocations) Over(reference Invocations) Invocations {
	all := make(Invocations, len(v))
	for p, samples := range v {
		if p >= len(reference) || len(reference[p]) != len(samples) {
			continue
		}
		for i, s := range samples {
			all[p] = append(all[p], s/reference[p][i])
		}
	}
	return all
}

// Corrected says how much is known of r, which compares what Over has returned, if reference
// compares the frozen work of both sides. Marks of some heaps do not feel what slows the frozen
// work down, and those of others feel it twice as much. So the intervals reach as far as if
// half of the correction had been left out, and as far as if half had been added: see Trusted.
func (r Ratio) Corrected(reference Ratio) Ratio {
	by := math.Sqrt(reference.distance())
	for _, ends := range []*[2]float64{&r.CI95, &r.CI99} {
		ends[0], ends[1] = ends[0]/by, ends[1]*by
	}
	return r
}

// mostCorrected is how far the frozen work of two sides may differ. What is larger was no drift of
// the machine, but another load.
const mostCorrected = 1.05

// Trusted reports whether the frozen work of both sides differs so little that a corrected ratio
// can be judged with a margin. A mark that feels nothing of the difference d, or feels it twice,
// is wrong by d after the correction. Of this the interval covers one half, as Corrected says, and
// the margin must cover the other. So d is at most twice the margin.
func (r Ratio) Trusted(margin float64) bool {
	return r.distance() <= min(mostCorrected, (1+margin)*(1+margin))
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
