package policy

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// StackRefs is how many refs the private stack can hold. Up to StackHigh stay on
// it. Before room is made again, it gets at most the references that are
// collected from a batch, or those of one object that is not collected.
const StackRefs = StackHigh + BatchObjects*kernel.SmallRefs

// StackKeep is how many refs are left on a stack that was too full.
const StackKeep = StackHigh / 2

// RecoverRefs is how many refs are taken from the pending bitmap at once.
const RecoverRefs = 256

// InOrderRefs is the same in a mapped heap, where the pages of so many refs are asked for at
// once. With 256 and with 8192 marks took a quarter longer.
const InOrderRefs = 1024

// The references of one object that is not collected must fit where those of a batch
// fit.
var _ [BatchObjects*kernel.SmallRefs - ChunkRefs]struct{}

// Half is how many of a worker's private refs it gives away: half of them, but no
// more than size, the refs on its stack. The others are in flight.
func Half(size, private int) int { return min(size, private/2) }

// Recalls reports whether batches in flight have to go back to the stack. They have
// to if the stack holds less than half of what is private.
func Recalls(size, private int) bool { return size < private/2 }

// Excess is how many of size refs leave a stack that ends above StackHigh.
func Excess(size int) int { return max(0, size-StackKeep) }

// Shown is how many refs go back to the deque with grain 1. The refs held came from a
// shared place. If the deque is empty, all of them go back but one. The worker goes
// on with that one.
func Shown(held int, deque stealq.Deque) int {
	if held > 1 && deque.Len() == 0 {
		return held - 1
	}
	return 0
}

// Pieces is how many workers can have a part of n refs, if each of them takes up to
// size refs at once.
func Pieces(n, size int) int { return (n + size - 1) / size }

// Hoards reports whether so much is private that some of it could be given away: more
// than the batch of a heap while another worker is idle.
func Hoards(private int) bool { return private > HungryBatchObjects }

// RootsObject stands for the roots in a range. It cannot be an object: no huge object
// begins at the last granule, and no graph has so many nodes.
const RootsObject = 1<<32 - 1

// Over packs an object and its length into one word, which a range carries.
func Over(object, length uint32) uint64 { return uint64(object)<<32 | uint64(length) }

// Chunks is how many chunks an object with that many references has. There must be at
// least one reference.
func Chunks(length uint32) uint32 { return (length-1)/ChunkRefs + 1 }

// Chunk is chunk i of a range: the references [low, high) of the object.
func Chunk(over uint64, i uint32) (object, low, high uint32) {
	object, length := uint32(over>>32), over&(1<<32-1)
	first := uint64(i) * ChunkRefs
	return object, uint32(first), uint32(min(first+ChunkRefs, length))
}
