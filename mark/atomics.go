package mark

import "sync/atomic"

// Every atomic variable of this package has one of these types. Atomics in Go
// are sequentially consistent; the arguments in this package use nothing else.
type (
	word    = atomic.Uint64 // detector state, cursors, published counts
	number  = atomic.Uint32 // fields of a cursor
	counter = atomic.Int64  // open ranges, sleepers
	flag    = atomic.Bool   // whether a Marker is in use, a worker's published state
)
