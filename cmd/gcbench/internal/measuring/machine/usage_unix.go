//go:build unix

package machine

import (
	"runtime"
	"syscall"
	"time"
)

// usage is what the kernel has counted of this process, or of its children that have ended and were waited for.
func usage(who int) (u syscall.Rusage, known bool) {
	return u, syscall.Getrusage(who, &u) == nil
}

// CPUTime returns how long the threads of this process have run so far, in user space and
// in the kernel together. It is false where the system does not tell. Any goroutine may
// call CPUTime. Linux counts in microseconds.
func CPUTime() (time.Duration, bool) { return timeOf(syscall.RUSAGE_SELF) }

// ownTime is the time of this process, and of all its children that have ended and were
// waited for.
func ownTime() (time.Duration, bool) {
	self, known := timeOf(syscall.RUSAGE_SELF)
	children, known2 := timeOf(syscall.RUSAGE_CHILDREN)
	return self + children, known && known2
}

func timeOf(who int) (time.Duration, bool) {
	u, known := usage(who)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), known
}

// switches are how often threads of this process have waited, and how often the kernel has taken
// their processor away.
func switches() (voluntary, involuntary uint64, known bool) {
	u, known := usage(syscall.RUSAGE_SELF)
	return uint64(u.Nvcsw), uint64(u.Nivcsw), known
}

// Paging returns how many page faults of this process have waited for a disk so far, and how many
// bytes were read from disks for it. It is false where the system does not tell: elsewhere than on Linux. Any
// goroutine may call Paging.
func Paging() (faults, bytes uint64, known bool) {
	u, known := usage(syscall.RUSAGE_SELF)
	const block = 512 // of which the kernel counts
	return uint64(u.Majflt), block * uint64(u.Inblock), known && runtime.GOOS == "linux"
}
