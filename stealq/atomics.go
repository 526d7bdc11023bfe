//go:build !interleave

package stealq

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Everything that one goroutine writes and another may read at the same time
// has one of these types, so this list is the whole of the package's
// synchronization. The names cost nothing at run time. With the build tag
// interleave, atomics_interleave.go takes the place of this file, and a schedule
// explorer decides at each operation who goes on.
type (
	// word is a shared index or a packed steal range.
	word = atomic.Uint64

	// slot holds one item. A slot can be rewritten by its owner while a slow
	// thief still reads it, so it is atomic although the thief's
	// compare-and-swap throws the stale copy away.
	slot = atomic.Uint64

	// ringPointer leads thieves to the ring of a deque that grows.
	ringPointer = atomic.Pointer[ring]

	// mutex guards the locked deque.
	mutex = sync.Mutex
)

// plain is ordinary memory, which one goroutine at a time may touch because a word
// says whose turn it is. The explorer makes each access a step, so that it sees two
// goroutines that touch it at once.
type plain uint64

func (p *plain) Load() uint64   { return uint64(*p) }
func (p *plain) Store(v uint64) { *p = plain(v) }

// giveWay lets others run in a loop that waits for them.
func giveWay() { runtime.Gosched() }

// tagMask keeps the bits of a tag that are in use: all that fit.
const tagMask = 1<<64 - 1
