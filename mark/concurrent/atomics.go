//go:build !interleave

package concurrent

import (
	"runtime"
	"sync/atomic"
)

// Every word that threads share has this type. With the build tag interleave, atomics_interleave.go takes the place of this
// file. Then a schedule explorer decides at each operation who goes on.
type word = atomic.Uint32

// pause lets others go on, in a loop that waits for them.
func pause() { runtime.Gosched() }
