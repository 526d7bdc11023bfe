package heap

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// CatchFaults runs f, which may read the arena of a mapped heap. If the file was cut, or if its disk
// fails, then CatchFaults returns an error that says so, and the program does not crash. Other panics pass
// through. The setting is for the caller's goroutine. So goroutines that f starts need a CatchFaults of
// their own. Check, Reachable, Levels, Digest and WriteSnapshot need none. Any goroutine may call it.
func CatchFaults(f func() error) error { return faultsToErrors("arena", f) }

// faultsToErrors runs f, which reads memory that may be a mapped file. If the file is
// cut or its disk fails meanwhile, the operating system answers with a memory fault.
// faultsToErrors turns this fault into an error, so the program does not crash. Other
// panics pass through. The setting is for one goroutine, so f must not start any.
func faultsToErrors(section string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface {
			runtime.Error
			Addr() uintptr
		}:
			err = fmt.Errorf("heap: section %s could not be read at memory address %#x: the mapped file was truncated or its disk failed: %w", section, p.Addr(), p)
		default:
			panic(p)
		}
	}()
	return f()
}
