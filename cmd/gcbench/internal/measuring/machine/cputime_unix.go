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

// ownTime is the time of this process, and of all its children that have ended and were
// waited for.
func ownTime() (time.Duration, bool) {
	self, known := usage(syscall.RUSAGE_SELF)
	children, known2 := usage(syscall.RUSAGE_CHILDREN)
	return self + children, known && known2
}

// switches are how often threads of this process have waited, and how often the kernel has taken
// their processor away.
func switches() (voluntary, involuntary uint64, known bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0, false
	}
	return uint64(u.Nvcsw), uint64(u.Nivcsw), true
}

// usage is the time of this process, or of its children that have ended and were waited for.
func usage(who int) (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
