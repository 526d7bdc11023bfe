package cores

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// allowed returns the processors that this process may use.
func allowed() (numbers []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("cannot list the processors that may be used: %w", err)
	}
	for n := range len(set) * 64 {
		if set.IsSet(n) {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// adviseLargePages asks for huge pages. That it does not get them is no error.
func adviseLargePages(memory []byte) { _ = unix.Madvise(memory, unix.MADV_HUGEPAGE) }

// pin keeps the goroutine on one thread, and that thread on one processor, until the goroutine ends. The thread ends with it.
func pin(processor int) error {
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(processor)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("pinning a thread to processor %d: %w", processor, err)
	}
	return nil
}
