//go:build interleave

package stealq

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// The types of atomics.go as the schedule explorer has them.
type (
	word        = interleave.Uint64
	slot        = interleave.Uint64
	plain       = interleave.Uint64
	ringPointer = interleave.Pointer[ring]
	mutex       = interleave.Mutex
)

func giveWay() { interleave.Gosched() }

// tagMask is a variable so that tests can make tags short enough to wrap.
var tagMask uint64 = 1<<64 - 1
