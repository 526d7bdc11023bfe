//go:build !interleave

package forward

import "sync/atomic"

// Owners communicate through these types alone. With the build tag interleave,
// atomics_interleave.go takes the place of this file.
type (
	word    = atomic.Uint64 // the entries of a queue, and the words of the spill bitmap
	counter = atomic.Int64  // the head and the tail of a queue
)
