package interleave

import (
	"runtime"
	"time"
)

// What a program learns from outside. It must not differ between two executions of one
// schedule.

// Now stands for time.Now. In an exploration time stands still.
func Now() time.Time {
	if current != nil {
		return time.Time{}
	}
	return time.Now()
}

// Processors stands for runtime.GOMAXPROCS(0). In an exploration there is one for each
// thread that a program can have.
func Processors() int {
	if current != nil {
		return maxThreads
	}
	return runtime.GOMAXPROCS(0)
}
