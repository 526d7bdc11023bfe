//go:build unix

package machine

import (
	"syscall"
	"time"
)

// CPUTime returns how long the threads of this process have run so far, in user space and
// in the kernel together. It is false where the system does not tell. Any goroutine may
// call CPUTime. Linux counts in microseconds.
func CPUTime() (time.Duration, bool) { return usage(syscall.RUSAGE_SELF) }

// usage is the time of this process, or of its children that have ended and were waited for.
func usage(who int) (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
