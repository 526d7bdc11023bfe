//go:build interleave

package example

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// The types of atomics.go, in the form that the explorer runs step by step.
type (
	word = interleave.Uint64
	slot = interleave.Uint64
)
