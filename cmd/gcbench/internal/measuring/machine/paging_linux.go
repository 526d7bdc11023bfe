package machine

import "syscall"

// Paging returns how many page faults of this process have waited for a disk so far, and how many
// bytes were read from disks for it. It is false where the system does not tell. Any goroutine may
// call Paging.
func Paging() (faults, bytes uint64, known bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0, false
	}
	const block = 512 // of which the kernel counts
	return uint64(u.Majflt), block * uint64(u.Inblock), true
}
