//go:build !interleave

package mark

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Everything that workers communicate through has one of these types, and everything
// that depends on more than the heap, the options and the schedule is one of these
// functions. Atomics in Go are sequentially consistent; the arguments in this package
// use nothing else. With the build tag interleave, atomics_interleave.go takes the place
// of this file, and a schedule explorer decides at each operation who goes on.
type (
	word      = atomic.Uint64 // the detector's state, words of a bitmap
	counter   = atomic.Int64  // open ranges, sleepers
	flag      = atomic.Bool   // whether a Marker is in use, a worker's published state
	mutex     = sync.Mutex
	waitGroup = sync.WaitGroup
)

// token is a channel with room for one wake-up.
type token chan struct{}

func newToken() token { return make(token, 1) }

func (t token) send()    { t <- struct{}{} }
func (t token) receive() { <-t }

func now() time.Time { return time.Now() }

func processors() int { return runtime.GOMAXPROCS(0) }

// giveWay lets other goroutines run.
func giveWay() { runtime.Gosched() }

// begin starts a worker's goroutine.
func begin(w *worker) { go w.live() }
