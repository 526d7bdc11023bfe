//go:build !interleave

package ranges

import "sync/atomic"

// counter is the number of open ranges. It is the only atomic type of this package, beside those of the
// ranges themselves. With the build tag interleave, atomics_interleave.go takes the place of this file.
type counter = atomic.Int64
