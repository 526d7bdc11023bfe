package stealq

import (
	"sync"
	"sync/atomic"
)

// Everything that one goroutine writes and another may read at the same time
// has one of these types, so this list is the whole of the package's
// synchronization. They are plain aliases and cost nothing at run time: a
// schedule explorer can compile the same source against types of its own that
// hand over control at each operation.
type (
	// word is a shared index or a packed steal range.
	word = atomic.Uint64

	// slot holds one item. A slot can be rewritten by its owner while a slow
	// thief still reads it, so it is atomic although the thief's
	// compare-and-swap throws the stale copy away.
	slot = atomic.Uint64

	// ringPointer leads thieves to the ring of a deque that grows.
	ringPointer = atomic.Pointer[ring]

	// mutex guards the locked deque.
	mutex = sync.Mutex
)

// cacheLines is the distance in bytes kept between fields that different
// goroutines write: two 64-byte lines, because processors fetch lines in pairs
// (amd64) or have lines of 128 bytes (some arm64).
const cacheLines = 128

// pad keeps its neighbours in a struct on different cache lines, wherever the
// struct begins.
type pad [cacheLines]byte
