//go:build interleave

package ranges

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// counter is the type of atomics.go as the schedule explorer has it.
type counter = interleave.Int64
