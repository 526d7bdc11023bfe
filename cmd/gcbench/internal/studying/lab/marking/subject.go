// Package marking judges markers with one worker. It lets a student's marker mark real
// heaps, watches each call that the marker makes, and compares the marks with the oracle.
package marking

import (
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// subject is a heap that a marker is tried on, and what is right for it.
type subject struct {
	heap   *heap.Heap
	live   *heap.Reached
	begins []uint64 // a bit for each granule: does an object begin there
	// name says which heap it is, if it is too large to be written down.
	name string
}

func newSubject(h *heap.Heap, name string) *subject {
	s := &subject{heap: h, live: judge.Made(heap.Reachable(h)), begins: make([]uint64, words(h)), name: name}
	for _, object := range h.Objects() {
		s.begins[object/64] |= 1 << (object % 64)
	}
	return s
}

// words is the length of a bitmap in words.
func words(h *heap.Heap) int { return int((h.Granules() + 63) / 64) }

// problem says what is wrong with a number that a marker takes for a live object. It returns
// "" if it is one.
func (s *subject) problem(object uint32) string {
	switch {
	case object == 0:
		return "0 is nil, and nil is no object"
	case uint64(object) >= s.heap.Granules() || s.begins[object/64]>>(object%64)&1 == 0:
		return fmt.Sprintf("no object has the number %d", object)
	case !s.live.Has(heap.Ref(object)):
		return fmt.Sprintf("object %d cannot be reached from the roots", object)
	}
	return ""
}

// liveObjects calls yield for each live object, in order of their numbers.
func (s *subject) liveObjects(yield func(object uint32) bool) {
	for i, begin := range s.begins {
		for ; begin != 0; begin &= begin - 1 {
			object := uint32(i*64 + bits.TrailingZeros64(begin))
			if s.live.Has(heap.Ref(object)) && !yield(object) {
				return
			}
		}
	}
}

// verdict turns a sentence into a fault that shows the heap.
func (s *subject) verdict(says string) *verdict.Fault {
	f := &verdict.Fault{Says: says}
	if s.name != "" {
		f.Program = "The heap is " + s.name + "."
	} else {
		f.Story = drawing(s.heap)
	}
	return f
}
