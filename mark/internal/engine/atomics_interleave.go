//go:build interleave

package engine

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an
// exploration time stands still, and there is a processor for each goroutine.
type (
	counter   = interleave.Int64
	flag      = interleave.Bool
	mutex     = interleave.Mutex
	waitGroup = interleave.WaitGroup
)

func now() time.Time { return interleave.Now() }

func processors() int { return interleave.Processors() }

func giveWay() { interleave.Gosched() }

type alarm = *interleave.Timer

func newAlarm(after time.Duration, f func()) alarm { return interleave.AfterFunc(after, f) }

func spawn(live func()) { interleave.Go("worker", live) }
