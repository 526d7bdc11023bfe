//go:build !interleave

package example

import "sync/atomic"

// The types through which goroutines share memory. With the build tag interleave,
// atomics_interleave.go takes the place of this file.
type (
	word = atomic.Uint64
	slot = atomic.Uint64
)
