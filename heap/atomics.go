package heap

import "sync/atomic"

// word is the only atomic type of this package: a word of a mark bitmap.
type word = atomic.Uint64
