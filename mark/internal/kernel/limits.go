package kernel

import "github.com/seed-3ccf4018/halfmark/heap"

const (
	// SmallRefs is the largest number of references that are collected. An object
	// with more is scanned apart. The assembly has this number, too.
	SmallRefs = 32

	// RefBytes is the size of a reference in the arena.
	RefBytes = 4

	// CollectRoom is how much of the arena collecting an object may read.
	CollectRoom = heap.GranuleBytes + SmallRefs*RefBytes

	// reach is how far from its header an object is prefetched, in bytes: what
	// collecting up to 8 references reads.
	reach = heap.GranuleBytes + 8*RefBytes - 1
)
