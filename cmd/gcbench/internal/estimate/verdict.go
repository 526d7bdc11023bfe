package estimate

const (
	// MinInvocations is the number of processes a side below which the verdict is Unsure.
	MinInvocations = 6
	// DefaultMargin is the share by which a ratio may differ from 1 and still be the same.
	DefaultMargin = 0.03
)

// Verdict is what a ratio says.
type Verdict string

// The verdicts.
const (
	Same   Verdict = "same"
	Faster Verdict = "faster" // b is
	Slower Verdict = "slower" // b is
	Unsure Verdict = "unsure"
)

// Verdict decides with a margin such as DefaultMargin. What counts as the same goes from
// 1/(1+margin) to 1+margin, so that exchanging a and b only exchanges Faster and Slower. Same
// is decided first: the whole 95 % interval lies in this range. Faster and Slower need the
// whole 99 % interval beyond it. A negative margin is none.
func (r Ratio) Verdict(margin float64) Verdict {
	high := 1 + max(0, margin)
	low := 1 / high
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
