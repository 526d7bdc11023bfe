package confine

import "syscall"

// set sets the limits of the kernel for this process and for what it starts. A limit that cannot
// be set was lower before. RLIMIT_DATA counts what a process may write to. RLIMIT_AS would count
// what Go merely reserves, too, and that is more than a gigabyte.
func (l *Limits) set() {
	limit(syscall.RLIMIT_CPU, uint64(l.Processor.Seconds()))
	limit(syscall.RLIMIT_FSIZE, l.File)
	if !underRace {
		limit(syscall.RLIMIT_DATA, l.Data)
	}
}
