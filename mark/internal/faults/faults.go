// Package faults makes errors of the faults of mapped memory: a file was truncated while a
// goroutine read it, or its disk failed.
package faults

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Panic makes a fault of mapped memory a panic on this goroutine, instead of the end of the program, and
// returns what the setting was. Each goroutine that reads a heap begins with it. A goroutine of the user
// gets its setting back from Restore. A goroutine that a search or a Marker has started needs none:
//
//	defer faults.Restore(faults.Panic())
func Panic() (before bool) { return debug.SetPanicOnFault(true) }

// Restore undoes a Panic, which has returned before.
func Restore(before bool) { debug.SetPanicOnFault(before) }

// Error turns what recover returned into an error, if it is a fault of mapped memory. The error's text
// begins with the name of the package that has read.
func Error(reader string, value any) (error, bool) {
	fault, ok := value.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok {
		return nil, false
	}
	return fmt.Errorf("%s: the heap could not be read at memory address %#x: the mapped file was truncated or its disk failed: %w", reader, fault.Addr(), fault), true
}
