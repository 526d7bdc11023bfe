//go:build !interleave

package stealq

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// This file names every type through which goroutines share memory in this package. A
// variable that one goroutine writes, and that another may read at the same time, has one
// of these types. The list therefore shows all of the package's synchronization. The
// names cost nothing at run time.
//
// With the build tag interleave, atomics_interleave.go takes the place of this file.
// Then each operation is a step, and a schedule explorer decides which goroutine makes
// the next.
type (
	// word is a shared index or a packed steal range.
	word = atomic.Uint64

	// slot holds one item. An owner may write a slot while a slow thief still reads
	// it, so a slot is atomic. The thief's compare-and-swap fails then, and the thief
	// throws its copy away.
	slot = atomic.Uint64

	// ringPointer leads thieves to the ring of a ChaseLev deque.
	ringPointer = atomic.Pointer[ring]

	// mutex guards a Locked deque, and the queue of Central.
	mutex = sync.Mutex
)

// plain is ordinary memory. Only one goroutine at a time may touch it, and a word says
// which. The explorer makes each access a step. It therefore finds out if two
// goroutines touch the memory at once.
type plain uint64

func (p *plain) Load() uint64   { return uint64(*p) }
func (p *plain) Store(v uint64) { *p = plain(v) }

// giveWay lets other goroutines run. A loop that waits for them calls it.
func giveWay() { runtime.Gosched() }

// tagMask selects the bits of a tag that are in use. Here it selects all that fit.
const tagMask = 1<<64 - 1
