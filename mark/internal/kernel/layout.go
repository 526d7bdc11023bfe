package kernel

import "github.com/seed-3ccf4018/halfmark/heap"

const (
	// RefBytes is the size of a reference in the arena. Package heap has the same
	// number, but does not export it: its users need only GranuleBytes.
	RefBytes = 4

	// CollectRoom is how many bytes of the arena are read, at most, to collect an
	// object.
	CollectRoom = heap.GranuleBytes + SmallRefs*RefBytes

	// reach is the distance of the second prefetched line from the header, in bytes.
	// The two lines hold what is read to collect 8 references.
	reach = heap.GranuleBytes + 8*RefBytes - 1

	// head is the same for 2 references.
	head = heap.GranuleBytes + 2*RefBytes - 1
)
