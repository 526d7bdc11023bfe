package estimate

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"

const (
	// MinInvocations is the number of processes a side below which the verdict is Unsure.
	MinInvocations = 6
	// DefaultMargin is the share by which a ratio may differ from 1 and still be the same.
	DefaultMargin = 0.03
)

// Verdict decides with a margin such as DefaultMargin. The range of the same goes from
// 1/(1+margin) to 1+margin, so that exchanging a and b only exchanges Faster and Slower. Same
// is decided first: the whole 95 % interval lies in this range. Faster and Slower need the
// whole 99 % interval beyond it. A negative margin is none.
func (r Ratio) Verdict(margin float64) schema.Verdict {
	high := 1 + max(0, margin)
	low := 1 / high
	switch {
	case r.Invocations < MinInvocations:
		return schema.Unsure
	case r.CI95[0] >= low && r.CI95[1] <= high:
		return schema.Same
	case r.CI99[1] < low:
		return schema.Faster
	case r.CI99[0] > high:
		return schema.Slower
	}
	return schema.Unsure
}
