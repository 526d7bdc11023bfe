//go:build interleave

package answer

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// The names of atomics.go, in the form that the schedule explorer can run step by step.
type (
	word  = interleave.Uint64
	mutex = interleave.Mutex
)

func giveWay() { interleave.Gosched() }
