//go:build unix

package confine

import "syscall"

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
