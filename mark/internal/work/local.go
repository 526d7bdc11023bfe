// Package work keeps the grey refs of a mark that are not scanned yet: those that one worker holds
// alone, and those that it has put where others can take them.
//
//	          Take                    Publish, with what a full deque refuses going further
//	ring <────────── private stack ──────────> deque ──────> overflow list ──────> pending bitmap
//	 │                      ^                    │                 │                     │
//	 v                      └──── PopDeque ──────┴── RecoverBlock ─┴── RecoverPending ───┘
//	scan
//
// Go's collector has such a seam, too: its workers put grey objects into a gcWork and get them from it, and
// do not know where they lie (runtime/mgcwork.go). Here a [Local] says nothing about who sleeps and
// who is woken. Its caller wakes others for what a method has published.
package work

import (
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Local is what one worker holds. Only the worker's own goroutine touches it during a mark.
type Local struct {
	// The private mark stack is Refs[Bottom:Top]. The owner pushes and pops at the
	// top. The refs that it gives away leave at the bottom. There the oldest refs are, and
	// these tend to lead to the largest unscanned parts.
	Refs        []uint32
	Bottom, Top int
	// FromShared is used with grain 1. It is how many refs from Bottom on may stay private.
	// They have just been taken from a shared place, and would only go back there.
	FromShared int
	ring       // batches on their way to the scan

	Deque     stealq.Deque // the worker's own, from which others steal
	Own       ledger.End   // the deque, for pushes and pops
	BlockSeen bool         // the deque or the overflow list had a block at the last look
	*Shared
	stats.Grey
	Processor *virtual.Processor // nil on hardware

	InOrder // where this worker reads a mapped heap
}

// InOrder is where a worker reads a mapped heap. The file mapscan.go of package engine has the picture, the
// sources, and invariants 1 to 3.
type InOrder struct {
	Last    uint32 // the last ref that the worker has taken from the pending bitmap
	PutsOff bool   // far refs wait in the pending bitmap
	ColdIn  int    // after so many batches PutsOff comes true, if this is more than 0: see record.ColdAfter
	Ahead   heap.Ahead
}

// Forget makes a Local ready for the next mark, but for its counts. All workers are parked.
func (l *Local) Forget() {
	l.Deque.Reset()
	l.Empty()
	l.ring.empty()
	l.BlockSeen = false
}

// Empty drops what is on the private stack.
func (l *Local) Empty() { l.Bottom, l.Top, l.FromShared = 0, 0, 0 }

// Size is how many refs are on the private stack.
func (l *Local) Size() int { return l.Top - l.Bottom }

// Private is how many grey refs no other worker can take.
func (l *Local) Private() int { return l.Size() + l.ring.objects }

// Take moves a batch of n refs from the private stack to the ring, and returns it.
func (l *Local) Take(n int) []uint32 {
	l.Top -= n
	l.FromShared = min(l.FromShared, l.Size())
	batch := l.ring.enter(l.Refs[l.Top : l.Top+n])
	l.Processor.Prefetched(batch) // by the caller, at once
	return batch
}

// Oldest removes the batch that has been in the ring for longest, and returns it. The batch stays
// valid until the next one enters.
func (l *Local) Oldest() []uint32 {
	l.Processor.Awaits()
	return l.ring.oldest()
}

// Untake moves the batches in the ring back to the stack, all but the oldest one.
func (l *Local) Untake() {
	l.Processor.Recalled()
	for l.ring.count > 1 {
		l.Top += copy(l.Refs[l.Top:], l.ring.leaveNewest())
	}
}

// Pushed counts the refs that were marked and stored from Top on, up to top.
func (l *Local) Pushed(top int) {
	l.Marked += uint64(top - l.Top)
	l.Top = top
}

// Drop removes the n oldest refs of the private stack, which were published.
func (l *Local) Drop(n int) {
	l.Bottom += n
	l.FromShared = max(0, l.FromShared-n)
}

// Compact moves the private stack to the beginning of its memory.
func (l *Local) Compact() {
	copy(l.Refs, l.Refs[l.Bottom:l.Top])
	l.Top -= l.Bottom
	l.Bottom = 0
}

// take notes that n refs from a shared place lie above the stack.
func (l *Local) take(n int) {
	l.Top += n
	l.FromShared = l.Size()
}

// PopDeque moves the newest item of the worker's deque to the private stack. It
// returns false if the deque is empty.
func (l *Local) PopDeque() bool {
	if l.Processor != nil && l.Deque.Len() > 0 {
		l.Processor.Pops()
	}
	item, ok := l.Own.Pop()
	if !ok {
		return false
	}
	l.BlockSeen = true
	if l.Grain == 1 {
		l.Refs[l.Top] = uint32(item)
		l.take(1)
		return true
	}
	b := overflow.Block(item)
	l.Top += copy(l.Refs[l.Top:], l.Blocks.Refs(b))
	l.Blocks.Put(b)
	return true
}

// TakeBlock moves a block from the deque or from the overflow list to the private stack. The block goes
// below the few refs there, because it is older than they are. If there is no block, the stack stays as
// it is. And then BlockSeen is false until there was a block again, because a worker with few grey objects
// would otherwise look after every batch of a few objects. TakeBlock returns how many refs came from the list.
func (l *Local) TakeBlock() (recovered int) {
	if l.BlockSeen = l.Deque.Len() > 0 || !l.List.Empty(); !l.BlockSeen {
		return 0
	}
	var newest [policy.BatchObjects]uint32
	n := copy(newest[:], l.Refs[l.Bottom:l.Top])
	l.Bottom, l.Top = 0, 0
	if !l.PopDeque() {
		recovered = l.RecoverBlock()
	}
	l.Top += copy(l.Refs[l.Top:], newest[:n])
	return recovered
}

// RecoverBlock moves a block from the overflow list to the private stack. It returns how many refs it
// has, 0 if the list is empty.
func (l *Local) RecoverBlock() int {
	if l.Processor != nil && !l.List.Empty() {
		l.Processor.Overflows(1)
	}
	n := l.List.Take(l.Refs[l.Top:])
	if n > 0 {
		l.BlockSeen = true
		l.BlocksRecovered++
		l.take(n)
	}
	return n
}
