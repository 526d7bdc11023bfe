//go:build interleave

package overflow

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// These are the types of atomics.go as the schedule explorer has them.
type (
	word32 = interleave.Uint32
	word64 = interleave.Uint64
)

// tagMask is a variable, so that tests can make tags short enough to wrap.
var tagMask uint32 = 1<<32 - 1
