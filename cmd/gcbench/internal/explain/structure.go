package explain

import (
	"github.com/seed-3ccf4018/halfmark/heap"
)

const (
	// HugeRefs is how many references an object may have before its references become
	// a range, of which all workers take chunks (mark/ranges.go). TestHugeRefs holds
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

// Structure is what a heap looks like to a mark. All of it is about live objects and
// the references between them.
type Structure struct {
	Levels int     `json:"levels"` // distances from the roots at which objects lie; 0 if nothing is live
	Width  float64 `json:"width"`  // live objects per level
	Widest uint64  `json:"widest"` // objects of the largest level

	Edges  uint64 `json:"edges"`   // references that are not nil
	MaxOut uint64 `json:"max_out"` // the most references of one object
	MaxIn  uint64 `json:"max_in"`  // the most references to one object
	Huge   uint64 `json:"huge"`    // objects with more than HugeRefs references, nil ones included
	// HugeEdges is how many references, nil ones included, these objects have.
	HugeEdges uint64 `json:"huge_edges"`

	// ReadBytes is the memory that a mark reads: the lines of 64 bytes in which
	// headers and references lie. What else is in an object is not read.
	ReadBytes uint64 `json:"read_bytes"`
	// Near is the share of objects that lie within 4 KiB of the object scanned just
	// before, if one worker goes through the heap as the marker does.
	Near float64 `json:"near"`
	// Alone is the share of objects that this worker has scanned when it has marked
	// AloneObjects, after which the marker's worker 0 wakes others; 1 if that never
	// happens, or the arena has at most AloneBytes. What has been marked and not yet scanned is left for all.
	Alone float64 `json:"alone"`
}

// Survey finds the structure of a heap, of which reached, with levels, is live. Besides
// the heap it takes SurveyBytes. Any goroutine may call it.
func Survey(h *heap.Heap, reached *heap.Reached) *Structure {
	s := &Structure{Levels: len(reached.Levels)}
	for _, n := range reached.Levels {
		s.Widest = max(s.Widest, n)
	}
	s.Width = ratio(float64(reached.Count), float64(s.Levels))
	s.count(h, reached)
	s.goThrough(h, reached.Count)
	return s
}

// SurveyBytes is the memory of Survey: a count for each granule, then a bit for each and
// a stack of objects.
func SurveyBytes(h *heap.Heap) uint64 {
	return max(uint64(len(h.Arena()))/2, uint64(len(h.Arena()))/64+4*h.NumObjects())
}

// count goes through the objects in the order of their addresses, and fills in what can
// be counted there.
func (s *Structure) count(h *heap.Heap, reached *heap.Reached) {
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
