//go:build interleave

package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an
// exploration time stands still, and there is a processor for each goroutine.
type (
	flag  = interleave.Bool
	mutex = interleave.Mutex
	Pool  = interleave.Pool
)

func now() time.Time { return interleave.Now() }
