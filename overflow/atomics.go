package overflow

import "sync/atomic"

// Every atomic variable of this package has one of these types. A schedule
// explorer that takes control at each atomic operation replaces the two
// aliases and compiles the remaining files unchanged. The methods in use are
// Load, Store, CompareAndSwap, And and Or.
type (
	word32 = atomic.Uint32
	word64 = atomic.Uint64
)

// padBytes keeps a word that many goroutines write away from its neighbours:
// two 64-byte lines, because amd64 prefetches lines in pairs and some arm64
// processors have lines of 128 bytes. Larger values only cost memory.
const padBytes = 128
