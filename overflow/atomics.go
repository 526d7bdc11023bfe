//go:build !interleave

package overflow

import "sync/atomic"

// Every atomic variable of this package has one of these types. They cost nothing at run
// time. The methods in use are Load, Store, CompareAndSwap, And and Or.
//
// With the build tag interleave, atomics_interleave.go takes the place of this file. Then a
// schedule explorer decides at each operation which goroutine goes on.
type (
	word32 = atomic.Uint32
	word64 = atomic.Uint64
)

// tagMask keeps the bits of a tag that are in use. These are all that fit.
const tagMask = 1<<32 - 1
