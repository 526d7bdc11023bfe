package source

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// pilotObjects is the size of the small heap whose proportions foretell those
// of a large one of the same shape.
const pilotObjects = 4096

// Memory estimates how many bytes it takes to build a heap of the shape and to
// mark it with the given number of markers; extra, if not nil, says how much
// more a heap takes once it is built, in proportion to its size. The error says
// that the shape does not exist or that no heap of that many objects fits an
// arena.
func Memory(name string, p shape.Params, markers int, extra func(*heap.Heap) uint64) (uint64, error) {
	s, err := shape.Parse(name)
	if err != nil {
		return 0, err
	}
	small := p
	small.Objects = min(p.Objects, pilotObjects)
	pilot, err := s.Build(small)
	if err != nil {
		return 0, err
	}
	scale := float64(p.Objects) / float64(small.Objects)
	arena := scale * float64(len(pilot.Arena()))
	if arena > heap.MaxGranules*heap.GranuleBytes {
		return 0, fmt.Errorf("%d objects of shape %s need an arena of about %s: at most 32 GiB can be addressed, about %d objects of this shape; a larger graph is marked in parts, see gcbench export --shards",
			p.Objects, name, Size(uint64(arena)), uint64(heap.MaxGranules*heap.GranuleBytes/arena*float64(p.Objects)))
	}
	// First there are addresses and the layout's order; later come bitmaps and the oracle's
	// stack.
	building := float64(s.BuildBytes(p, uint64(arena)))
	marking := scale * float64(Marking(pilot, markers))
	if extra != nil {
		marking += scale * float64(extra(pilot))
	}
	return uint64(arena + max(building, marking)), nil
}

// Marking estimates how many bytes it takes to mark h besides the heap itself and
// what markers hold aside from bitmaps: their bitmaps, and the oracle's with its
// stack. A marker's bitmaps are those of marks, of pending objects and of spilt references.
func Marking(h *heap.Heap, markers int) uint64 {
	if h.Mapped() { // its oracle has a second bitmap, or a third with levels, and no stack
		return uint64(len(h.Arena())) / 64 * uint64(3*markers+3)
	}
	return uint64(len(h.Arena()))/64*uint64(3*markers+1) + 4*h.NumObjects()
}

// Size formats a number of bytes for an error.
func Size(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}
