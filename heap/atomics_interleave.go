//go:build interleave

package heap

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// Word is a word of a mark bitmap as the schedule explorer has it.
type Word = interleave.Uint64
