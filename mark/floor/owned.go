package floor

import (
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// This file replays with owners of mark bits. It knows in advance which references lead to
// bits of which worker. Each worker does two things at once, and forwards nothing:
//
//	its part of the order     prefetch, read the references, and forget them
//	references to its bits    test the bits, and set them with plain stores
//
// A mark reads such references from a queue. Here they lie in the order in which one worker
// has found them.

// ownReferences returns the references to the bits of each of that many workers: first the
// roots, and then those of the objects in the order in which they were scanned.
func (f *Floor) ownReferences(workers int) [][]uint32 {
	if known, ok := f.owned[workers]; ok {
		return known
	}
	of := forward.SegmentsOf(uint64(len(f.marks.Words()))*64, workers)
	own := make([][]uint32, workers)
	add := func(to heap.Ref) {
		if to != heap.Nil {
			owner := of.Owner(uint32(to))
			own[owner] = append(own[owner], uint32(to))
		}
	}
	for _, root := range f.heap.Roots() {
		add(root)
	}
	for _, obj := range f.order {
		for _, to := range f.heap.Refs(heap.Ref(obj)) {
			add(to)
		}
	}
	f.owned[workers] = own
	return own
}

// claim sets the bits of references, all of them the worker's own. It returns how many bits
// were clear.
func (r *replayer) claim(own []uint32) (sum int) {
	for len(own) > 0 {
		piece := own[:min(len(own), len(r.white))]
		kernel.PrefetchBits(r.marks, piece)
		set, _ := kernel.ClaimAlone(r.marks, piece, r.white[:])
		sum += set
		own = own[len(piece):]
	}
	return sum
}
