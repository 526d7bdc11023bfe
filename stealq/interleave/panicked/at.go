// Package panicked names the line of a program that has panicked. It is for code that catches the
// panics of other code and reports them.
//
// Call [At] in the deferred function that recovers:
//
//	defer func() {
//		if p := recover(); p != nil {
//			fmt.Printf("it panicked: %v%s\n", p, panicked.At()) // it panicked: ..., at mine.go:41
//		}
//	}()
package panicked

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// At returns ", at FILE:LINE", without the folder of the file. It returns "" if it finds no
// such line. Call it in the deferred function that recovers, not in a function called there.
//
// The line is the innermost one that belongs to the program: not to the Go runtime, not to
// sync and sync/atomic, and not to the explorer's types.
func At() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "" || strings.HasPrefix(f.Function, explorer+"(*World)"):
			return ""
		case !within(f, "runtime.", "sync.", "sync/", "internal/", explorer):
			return fmt.Sprintf(", at %s:%d", filepath.Base(f.File), f.Line)
		case !more:
			return ""
		}
	}
}

// explorer begins the names of the explorer's functions.
const explorer = "github.com/seed-3ccf4018/halfmark/stealq/interleave."

// within says whether the function of f belongs to one of these packages. The code in a
// test belongs to the program.
func within(f runtime.Frame, packages ...string) bool {
	if strings.HasSuffix(f.File, "_test.go") {
		return false
	}
	for _, p := range packages {
		if strings.HasPrefix(f.Function, p) {
			return true
		}
	}
	return false
}
