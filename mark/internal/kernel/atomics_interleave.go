//go:build interleave

package kernel

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// The types of atomics.go as the schedule explorer has them. Loads and stores of a worker
// that is alone are steps as well.
type (
	Word  = interleave.Uint64
	Plain = interleave.Uint64
)
