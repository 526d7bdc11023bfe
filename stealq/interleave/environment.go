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

// Timer takes the place of a time.Timer that time.AfterFunc made.
type Timer struct {
	real *time.Timer
	f    func()
}

// AfterFunc takes the place of time.AfterFunc. In an exploration f is a thread, which may run at
// any time from now on. The duration d does not matter there.
func AfterFunc(d time.Duration, f func()) *Timer {
	t := &Timer{f: f}
	if current == nil {
		t.real = time.AfterFunc(d, f)
	} else {
		Go("alarm", f)
	}
	return t
}

// Reset sets a timer again, to call its function after d. The timer must have called it before.
func (t *Timer) Reset(d time.Duration) {
	if t.real != nil {
		t.real.Reset(d)
		return
	}
	Go("alarm", t.f)
}

// Stop ends a timer. As with a time.Timer, its function may run all the same if its time has
// come. In an exploration the function always runs.
func (t *Timer) Stop() {
	if t.real != nil {
		t.real.Stop()
	}
}

// Processors takes the place of runtime.GOMAXPROCS(0). In an exploration it returns 8, one
// processor for each thread that a program can have.
func Processors() int {
	if current != nil {
		return maxThreads
	}
	return runtime.GOMAXPROCS(0)
}
