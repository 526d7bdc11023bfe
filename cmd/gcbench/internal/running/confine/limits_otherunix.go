//go:build unix && !linux

package confine

import "syscall"

// set sets the limits of the kernel for this process and for what it starts.
func (l *Limits) set() {
	limit(syscall.RLIMIT_CPU, uint64(l.Processor.Seconds()))
	limit(syscall.RLIMIT_FSIZE, l.File)
}
