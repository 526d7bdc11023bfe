package heap

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// faultsToErrors runs f, which reads memory that may be a mapped file. If the
// file has been cut or its disk fails while it is read, the operating system
// answers with a memory fault: it becomes an error instead of a crash. Other
// panics pass through. The setting is per goroutine, so f must not start any.
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
