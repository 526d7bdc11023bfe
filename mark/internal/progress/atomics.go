//go:build !interleave

package progress

import (
	"sync/atomic"
	"time"
)

// Through counter and alarm the workers and the clock communicate. With the build tag interleave,
// atomics_interleave.go takes the place of this file.
type counter = atomic.Int64

// alarm calls a function after some time, on its own goroutine.
type alarm = *time.Timer

func newAlarm(after time.Duration, f func()) alarm { return time.AfterFunc(after, f) }
