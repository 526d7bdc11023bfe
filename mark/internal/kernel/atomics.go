package kernel

import "sync/atomic"

// Word is a word of a mark bitmap, the only atomic type of this package.
type Word = atomic.Uint64
