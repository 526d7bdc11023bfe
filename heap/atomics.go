//go:build !interleave

package heap

import "sync/atomic"

// word is the only atomic type of this package. It is a word of a mark bitmap. With the
// build tag interleave, atomics_interleave.go takes the place of this file.
type word = atomic.Uint64
