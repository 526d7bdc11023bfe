//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package heap

import (
	"os"
	"syscall"
)

// MapsFiles says whether OpenSnapshot maps files on this platform.
const MapsFiles = true

// mapFile maps the first size bytes of f into memory, read-only. It returns the bytes
// and the function that unmaps them.
func mapFile(f *os.File, size int) ([]byte, func() error, error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return data, func() error { return os.NewSyscallError("munmap", syscall.Munmap(data)) }, nil
}

// waits returns how often this process has waited for a page from a disk.
func waits() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // without an answer it is 0, each time
	return int64(u.Majflt)
}
