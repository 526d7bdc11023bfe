//go:build !linux

package machine

// Paging returns how many page faults of this process have waited for a disk so far, and how many
// bytes were read from disks for it. It is false where the system does not tell.
func Paging() (faults, bytes uint64, known bool) { return 0, 0, false }
