//go:build !interleave

package walk

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Everything through which goroutines communicate has one of these types, and the clock is
// one of these functions. With the build tag interleave, atomics_interleave.go takes the
// place of this file. Then a schedule explorer decides at each operation which goroutine
// goes on.
type (
	flag  = atomic.Bool // whether another reacher may run
	mutex = sync.Mutex
)

// token is a channel with room for one wake-up.
type token chan struct{}

func newToken() token { return make(token, 1) }

func (t token) send() { t <- struct{}{} }

// within waits for a wake-up, but no longer than d. It says whether one came.
func (t token) within(d time.Duration) bool { return receiveWithin(t, d) }

func now() time.Time { return time.Now() }

// giveWay lets other goroutines run.
func giveWay() { runtime.Gosched() }

// spawn starts a goroutine.
func spawn(live func()) { go live() }
