//go:build unix

package confine

import (
	"runtime"
	"syscall"
)

// set sets the limits of the kernel for this process and for what it starts. A limit that cannot
// be set was lower before. RLIMIT_DATA counts what a process may write to, in Linux. RLIMIT_AS would count
// what Go merely reserves, too, and that is more than a gigabyte.
func (l *Limits) set() {
	limit(syscall.RLIMIT_CPU, uint64(l.Processor.Seconds()))
	limit(syscall.RLIMIT_FSIZE, l.File)
	if runtime.GOOS == "linux" && !underRace {
		limit(syscall.RLIMIT_DATA, l.Data)
	}
}

// limit sets a limit of the kernel; 0 is none. Some systems have signed limits.
func limit(which int, most uint64) {
	var now syscall.Rlimit
	if most == 0 || syscall.Getrlimit(which, &now) != nil {
		return
	}
	lower(&now.Cur, most)
	lower(&now.Max, most+1) // at Cur the process gets a signal that says why, at Max it is killed
	syscall.Setrlimit(which, &now)
}

func lower[T uint64 | int64](limit *T, most uint64) {
	if *limit < 0 || uint64(*limit) > most {
		*limit = T(most)
	}
}
