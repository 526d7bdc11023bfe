//go:build !interleave

package reach

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Everything through which searchers communicate has one of these types, but for the words of
// a bitmap. With the build tag interleave, atomics_interleave.go takes the place of this file.
// Then a schedule explorer decides at each operation which goroutine goes on.
type (
	counter   = atomic.Int64  // the next position of a shared level, and the paths that are missing
	small     = atomic.Uint32 // the parents of a search
	flag      = atomic.Bool   // whether a search is over
	mutex     = sync.Mutex
	waitGroup = sync.WaitGroup
)

func now() time.Time { return time.Now() }

func processors() int { return runtime.GOMAXPROCS(0) }

// spawn starts a goroutine.
func spawn(help func()) { go help() }
