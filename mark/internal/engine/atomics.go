//go:build !interleave

package engine

import (
	"sync"
	"sync/atomic"
	"time"
)

// Everything through which workers communicate in this package has one of these types. The packages
// that it is made of have files like this one. Everything that depends on more than the heap, the
// options and the schedule is one of these functions.
// Atomics in Go are sequentially consistent: all goroutines agree on one order of them. The
// arguments in this package rely on nothing else.
//
// With the build tag interleave, atomics_interleave.go takes the place of this file. Then a
// schedule explorer decides at each operation which goroutine goes on.
type (
	flag  = atomic.Bool // whether a Marker is in use
	mutex = sync.Mutex
	Pool  = sync.Pool // of Markers
)

func now() time.Time { return time.Now() }
