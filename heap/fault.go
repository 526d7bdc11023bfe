package heap

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// CatchFaults runs f, which may read the arena of a mapped heap. If the file was cut or its
// disk fails, the system answers a read with a memory fault. CatchFaults then returns an
// error, and the program does not crash. Other panics pass through.
//
// Faults are caught on the caller's goroutine alone, so a goroutine that f starts needs a
// CatchFaults, too. Any goroutine may call it. [Heap.Check], [Reachable], [Levels], [Digest]
// and [WriteSnapshot] call it themselves.
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
