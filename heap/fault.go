package heap

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// CatchFaults runs f, which may read the arena of a mapped heap. If the file was cut, or if its disk
// fails, then CatchFaults returns an error that says so, and the program does not crash. Other panics pass
// through. The setting is for the caller's goroutine. So goroutines that f starts need their CatchFaults.
// Check, Reachable, Levels, Digest and WriteSnapshot need none. Any goroutine may call it.
//
// Where the file ends, or its disk fails, the operating system answers with a memory fault.
func CatchFaults(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface {
			runtime.Error
			Addr() uintptr
		}:
			err = fmt.Errorf("heap: section arena could not be read at memory address %#x: the mapped file was truncated or its disk failed: %w", p.Addr(), p)
		default:
			panic(p)
		}
	}()
	return f()
}
