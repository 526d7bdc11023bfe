//go:build interleave

package forward

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// These are the types of atomics.go as the schedule explorer has them.
type (
	word    = interleave.Uint64
	counter = interleave.Int64
)
