//go:build interleave

package heap

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// word is a word of a mark bitmap as the schedule explorer has it.
type word = interleave.Uint64
