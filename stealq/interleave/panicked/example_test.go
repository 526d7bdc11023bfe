package panicked_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// A judge calls code that may panic. It reports the panic and the line.
func Example() {
	judge := func(code func()) {
		defer func() {
			if p := recover(); p != nil {
				fmt.Printf("it panicked: %v%s\n", p, panicked.At())
			}
		}()
		code()
	}
	judge(func() { panic("no room") })
	// Output: it panicked: no room, at example_test.go:19
}
