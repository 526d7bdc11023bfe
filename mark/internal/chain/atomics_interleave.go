//go:build interleave

package chain

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// Word is the type of atomics.go as the schedule explorer has it.
type Word = interleave.Uint64
