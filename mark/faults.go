package mark

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// panicOnFaults makes a fault of mapped memory a panic on this goroutine, instead of the end of the
// program, and returns what the setting was. Each goroutine that reads a heap begins with it. The user's
// goroutine has to end with restoreFaults, and one that the marker has started need not:
//
//	defer restoreFaults(panicOnFaults())
func panicOnFaults() (before bool) { return debug.SetPanicOnFault(true) }

// restoreFaults undoes a panicOnFaults, which has returned before.
func restoreFaults(before bool) { debug.SetPanicOnFault(before) }

// faultError turns what recover returned into an error, if it is a fault of mapped memory.
func faultError(value any) (error, bool) {
	fault, ok := value.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok {
		return nil, false
	}
	return fmt.Errorf("mark: the heap could not be read at memory address %#x: the mapped file was truncated or its disk failed: %w", fault.Addr(), fault), true
}
