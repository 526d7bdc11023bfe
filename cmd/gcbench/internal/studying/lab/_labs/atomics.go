//go:build !interleave

package answer

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers share memory through the names in this file alone. The judge compiles your code
// with other types under the same names. Then each operation on them is a step, and the judge
// decides which worker makes the next step.
type (
	// word is a number that several workers use at once. Its methods are those of atomic.Uint64,
	// such as Load, Store and CompareAndSwap. README.md says what the lab needs.
	word = atomic.Uint64

	// mutex is a lock. Its methods are Lock, TryLock and Unlock, as those of sync.Mutex.
	mutex = sync.Mutex
)

// giveWay lets other workers run. A loop that waits for them calls it.
func giveWay() { runtime.Gosched() }
