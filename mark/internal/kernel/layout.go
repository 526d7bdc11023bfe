package kernel

import "github.com/seed-3ccf4018/halfmark/heap"

const (
	// RefBytes is the size of a reference in the arena.
	RefBytes = 4

	// CollectRoom is how much of the arena collecting an object may read.
	CollectRoom = heap.GranuleBytes + SmallRefs*RefBytes

	// reach is how far from its header an object is prefetched, in bytes: what
	// collecting up to 8 references reads.
	reach = heap.GranuleBytes + 8*RefBytes - 1
)
