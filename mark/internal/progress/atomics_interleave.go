//go:build interleave

package progress

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an exploration time stands still.
type (
	counter = interleave.Int64
	alarm   = *interleave.Timer
)

func newAlarm(after time.Duration, f func()) alarm { return interleave.AfterFunc(after, f) }
