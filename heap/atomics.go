//go:build !interleave

package heap

// The only atomic type of this package. With the build tag interleave, atomics_interleave.go takes the place
// of this file.

import "sync/atomic"

// Word is a word of a mark bitmap: see [Bitmap.Words].
type Word = atomic.Uint64
