package policy

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const (
	// StackRefs is the private stack: up to StackHigh refs stay on it, and between
	// two times that room is made come those that are collected from a batch, or
	// those of one object that is not collected.
	StackRefs = StackHigh + BatchObjects*kernel.SmallRefs
	// StackKeep is what is left on a stack that was too full.
	StackKeep = StackHigh / 2
	// RecoverRefs is how many refs are taken from the pending bitmap at once.
	RecoverRefs = 256
)

// One object that is not collected fits where a batch does.
var _ [BatchObjects*kernel.SmallRefs - ChunkRefs]struct{}

// Half is how many of a worker's private refs it gives away, of which size lie on
// its stack and the others are in flight.
func Half(size, private int) int { return min(size, private/2) }

// Recalls reports whether batches in flight have to go back to the stack, so that
// half of what is private can be given away.
func Recalls(size, private int) bool { return size < private/2 }

// Excess is how many of size refs leave a stack that ends above StackHigh.
func Excess(size int) int { return max(0, size-StackKeep) }

// Shown is how many of the refs held, which came from a shared place, are shown
// again with grain 1: all but one to go on with, if the deque has nothing else.
func Shown(held int, deque stealq.Deque) int {
	if held > 1 && deque.Len() == 0 {
		return held - 1
	}
	return 0
}

// Pieces is for how many workers n refs are work that are taken up in pieces of
// this size.
func Pieces(n, size int) int { return (n + size - 1) / size }

// Hoards reports whether so much is private that some of it could be given away:
// more than a batch, of the size that is scanned while somebody is idle.
func Hoards(private int) bool { return private > HungryBatchObjects }
