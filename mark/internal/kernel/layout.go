package kernel

import "github.com/seed-3ccf4018/halfmark/heap"

const (
	// RefBytes is the size of a reference in the arena. Package heap has the same
	// number for itself: its users need no more than GranuleBytes.
	RefBytes = 4

	// CollectRoom is how much of the arena collecting an object may read.
	CollectRoom = heap.GranuleBytes + SmallRefs*RefBytes

	// reach is how far from its header an object is prefetched, in bytes: as much as
	// is read to collect 8 references.
	reach = heap.GranuleBytes + 8*RefBytes - 1
)
