package mark

import "sync/atomic"

// Every atomic variable of this package has one of these types. Atomics in Go
// are sequentially consistent; the arguments in this package use nothing else.
type (
	word    = atomic.Uint64 // the detector's state, words of a bitmap
	counter = atomic.Int64  // open ranges, sleepers
	flag    = atomic.Bool   // whether a Marker is in use, a worker's published state
)
