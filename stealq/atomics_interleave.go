//go:build interleave

package stealq

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// The types of atomics.go, in the form that the schedule explorer can run step by step.
type (
	word        = interleave.Uint64
	slot        = interleave.Uint64
	plain       = interleave.Uint64
	ringPointer = interleave.Pointer[ring]
	mutex       = interleave.Mutex
)

func giveWay() { interleave.Gosched() }

// tagMask is a variable here. Tests set it, so that tags are short enough to wrap.
var tagMask uint64 = 1<<64 - 1
