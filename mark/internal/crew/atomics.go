//go:build !interleave

package crew

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Everything through which workers wait for one another has one of these types. With the build
// tag interleave, atomics_interleave.go takes the place of this file.
type (
	word      = atomic.Uint64 // the detector's state
	counter   = atomic.Int64  // the number of sleepers
	flag      = atomic.Bool   // what a member shows others
	mutex     = sync.Mutex
	waitGroup = sync.WaitGroup // of the goroutines of workers
)

// token is a channel with room for one wake-up.
type token chan struct{}

func newToken() token { return make(token, 1) }

func (t token) send()    { t <- struct{}{} }
func (t token) receive() { <-t }

func now() time.Time { return time.Now() }

func processors() int { return runtime.GOMAXPROCS(0) }

// spawn starts a goroutine.
func spawn(live func()) { go live() }

// giveWay lets other goroutines run.
func giveWay() { runtime.Gosched() }
