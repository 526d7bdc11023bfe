package estimate

// Ratio compares two sides, a and b.
type Ratio struct {
	Ratio       float64    // the time of b over the time of a; NaN if a side has no process
	CI95, CI99  [2]float64 // intervals around Ratio, over processes; 0 and +Inf below 2 a side
	Invocations int        // processes of the smaller side, or pairs
}

// Compare compares processes that ran in any order: the estimate of Hodges and Lehmann and
// its interval, on the logarithms of the processes' medians. A drift of the machine that hits
// one side more than the other looks like a difference between them.
func Compare(a, b Invocations) Ratio {
	return compareLogs(a.logs(), b.logs())
}

func compareLogs(a, b []float64) Ratio {
	return between(a, b).ratio(min(len(a), len(b)))
}

// ComparePairs compares processes that ran in the order A B B A A B B A and so on: the i-th
// process of a ran beside the i-th of b. It is Compare after the machine's drift was taken
// out, a slope or a step. A pair is left out if one of its processes has no samples or no
// partner. Below MinInvocations pairs nothing is taken out.
func ComparePairs(a, b Invocations) Ratio {
	var left, right Invocations
	for i := range min(len(a), len(b)) {
		if len(a[i]) > 0 && len(b[i]) > 0 {
			left, right = append(left, a[i]), append(right, b[i])
		}
	}
	return comparePaired(left.logs(), right.logs())
}

func comparePaired(a, b []float64) Ratio {
	if len(a) < MinInvocations {
		return compareLogs(a, b)
	}
	return between(steady(a, b)).widened(levelCost).ratio(len(a))
}

func (s shift) ratio(invocations int) Ratio {
	return Ratio{s.center(), s.within(0.95), s.within(0.99), invocations}
}
