package estimate

const (
	// MinInvocations is the number of processes a side below which nothing is called
	// different or the same.
	MinInvocations = 6
	// DefaultMargin is the share by which a ratio may differ from 1 and still be the same.
	DefaultMargin = 0.03
)

// Ratio compares two sides, a and b.
type Ratio struct {
	Ratio       float64    // the time of b over the time of a
	CI95, CI99  [2]float64 // intervals around Ratio, over processes
	Invocations int        // processes of the smaller side, or pairs
}

// Compare compares processes that ran in any order. A drift of the machine that hits one
// side more than the other looks like a difference between them.
func Compare(a, b Invocations) Ratio {
	return compareLogs(a.logs(), b.logs())
}

func compareLogs(a, b []float64) Ratio {
	return between(a, b).ratio(min(len(a), len(b)))
}

// ComparePairs compares processes that ran in the order A B B A A B B A and so on: the i-th
// process of a ran beside the i-th of b. What drifts on the machine hits both of a pair and
// cancels out. A pair with a process without samples is left out, and so is a process
// without a partner.
func ComparePairs(a, b Invocations) Ratio {
	var left, right Invocations
	for i := range min(len(a), len(b)) {
		if len(a[i]) > 0 && len(b[i]) > 0 {
			left, right = append(left, a[i]), append(right, b[i])
		}
	}
	return comparePaired(differences(left.logs(), right.logs()))
}

func comparePaired(differences []float64) Ratio {
	return oneSided(differences).ratio(len(differences))
}

func (s shift) ratio(invocations int) Ratio {
	return Ratio{s.center(), s.within(0.95), s.within(0.99), invocations}
}

// Verdict is what a ratio says.
type Verdict string

// The verdicts.
const (
	Same   Verdict = "same"
	Faster Verdict = "faster" // b is
	Slower Verdict = "slower" // b is
	Unsure Verdict = "unsure"
)

// Verdict decides with a margin such as DefaultMargin. Its range goes from 1/(1+margin) to
// 1+margin, so that exchanging a and b exchanges only the words. Same is decided first: the whole 95 % interval
// lies in the range. Faster and slower need the whole 99 % interval beyond it. Fewer than
// MinInvocations are unsure.
func (r Ratio) Verdict(margin float64) Verdict {
	low, high := 1/(1+margin), 1+margin
	switch {
	case r.Invocations < MinInvocations:
		return Unsure
	case r.CI95[0] >= low && r.CI95[1] <= high:
		return Same
	case r.CI99[1] < low:
		return Faster
	case r.CI99[0] > high:
		return Slower
	}
	return Unsure
}
