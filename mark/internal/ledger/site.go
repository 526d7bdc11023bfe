package ledger

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Panicked says what a deque has done, and where: value is what recover has returned, nil after runtime.Goexit.
// Only a deferred function may call it: the panic is then still on the stack.
func Panicked(value any) string {
	if value == nil {
		return "runtime.Goexit ended a worker's goroutine " + site()
	}
	return fmt.Sprintf("panic %s: %v", site(), value)
}

// site says which function panicked or called runtime.Goexit, and in which line.
func site() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for began, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if began && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("in %s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		began = began || f.Function == "runtime.gopanic" || f.Function == "runtime.Goexit"
	}
	return "somewhere"
}
