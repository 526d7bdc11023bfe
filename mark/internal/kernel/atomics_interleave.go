//go:build interleave

package kernel

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// These are the types of atomics.go as the schedule explorer has them. The loads and
// stores of a lone worker are steps of an exploration, too.
type (
	Word  = interleave.Uint64
	Plain = interleave.Uint64
)
