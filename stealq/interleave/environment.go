package interleave

import (
	"runtime"
	"time"
)

// This file has what a program learns from outside. It must be the same in two
// executions of one schedule.

// Now takes the place of time.Now. In an exploration it always returns the zero Time.
func Now() time.Time {
	if current != nil {
		return time.Time{}
	}
	return time.Now()
}

// Processors takes the place of runtime.GOMAXPROCS(0). In an exploration it returns 8, one
// processor for each thread that a program can have.
func Processors() int {
	if current != nil {
		return maxThreads
	}
	return runtime.GOMAXPROCS(0)
}
