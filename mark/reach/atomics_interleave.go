//go:build interleave

package reach

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an exploration time
// stands still, and there is a processor for each goroutine.
type (
	counter   = interleave.Int64
	small     = interleave.Uint32
	flag      = interleave.Bool
	mutex     = interleave.Mutex
	waitGroup = interleave.WaitGroup
)

func now() time.Time { return interleave.Now() }

func processors() int { return interleave.Processors() }

func spawn(help func()) { interleave.Go("worker", help) }
