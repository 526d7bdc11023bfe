package explain

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
)

const (
	// HugeRefs is how many references an object may have before its references become
	// a range, of which all workers take chunks (mark/internal/ranges/ranges.go). TestHugeRefs holds
	// it to the marker.
	HugeRefs = 512
	// lineBytes is what the memory gives at once.
	lineBytes = 64
	// batchObjects is how many objects Survey scans before it goes on with what they
	// have led to, as the marker does.
	batchObjects = 64
	// nearBytes is a page: the hardware prefetches within one, and an object there needs
	// no new translation of its address.
	nearBytes = 4096
)

// Survey finds the structure of a heap, of which reached, with levels, is live. Besides
// the heap it takes SurveyBytes. Any goroutine may call it.
func Survey(h *heap.Heap, reached *heap.Reached) *schema.Structure {
	s := &schema.Structure{Levels: len(reached.Levels)}
	for _, n := range reached.Levels {
		s.Widest = max(s.Widest, n)
	}
	s.Width = ratio(float64(reached.Count), float64(s.Levels))
	count(s, h, reached)
	goThrough(s, h, reached.Count)
	return s
}

// SurveyBytes is the memory of Survey: a count for each granule, then a bit for each and
// a stack of objects.
func SurveyBytes(h *heap.Heap) uint64 {
	return max(uint64(len(h.Arena()))/2, uint64(len(h.Arena()))/64+4*h.NumObjects())
}

// count goes through the objects in the order of their addresses, and fills in what can
// be counted there.
func count(s *schema.Structure, h *heap.Heap, reached *heap.Reached) {
	in := make([]uint32, h.Granules())
	lines, after := uint64(0), uint64(0) // after: the first line that has not been counted
	for _, obj := range h.Objects() {
		if !reached.Has(obj) {
			continue
		}
		out, refs := uint64(0), uint64(0)
		for _, to := range h.Refs(obj) {
			refs++
			if to != heap.Nil {
				out++
				in[to]++
				s.MaxIn = max(s.MaxIn, uint64(in[to]))
			}
		}
		s.Edges += out
		s.MaxOut = max(s.MaxOut, out)
		if refs > HugeRefs {
			s.Huge++
			s.HugeEdges += refs
		}
		first := uint64(obj) * heap.GranuleBytes
		last := (first + heap.GranuleBytes + refs*4 - 1) / lineBytes
		first = max(first/lineBytes, after)
		lines += last + 1 - first
		after = last + 1
	}
	s.ReadBytes = lines * lineBytes
}

// ratio is a over b, 0 if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
