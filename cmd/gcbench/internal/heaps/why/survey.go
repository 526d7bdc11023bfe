package why

import (
	"cmp"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/chains"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Survey says from where how much of the heap is reached, and what is large in it.
type Survey struct {
	// Live and LiveBytes are what is reachable. Without sizes LiveBytes is nil.
	Live      uint64  `json:"live"`
	LiveBytes *uint64 `json:"live_bytes,omitempty"`
	// Holders are the roots from which the most is reached. An object counts for one of them:
	// where a shortest path to it begins.
	Holders []Holder `json:"holders"`
	// Others are how many more there are.
	Others int `json:"others"`
	// Largest are the largest reachable objects. It is empty without sizes.
	Largest []Found `json:"largest"`
}

// Holder is a root, or several of one name: frames of one function in all goroutines.
type Holder struct {
	From    string  `json:"from"`  // what the root is, or its label if the file does not say
	Roots   int     `json:"roots"` // objects of the heap to which it leads
	Objects uint64  `json:"objects"`
	Bytes   *uint64 `json:"bytes,omitempty"`
	// Object is that of these roots from which the most is reached.
	Object Object `json:"object"`

	most uint64 // what is reached from Object
}

// Found is a large object and the root where a shortest path to it begins.
type Found struct {
	Object
	From string `json:"from"`
}

// listed is how many holders and how many large objects a survey has.
const listed = 10

// reached is what is reached from one root.
type reached struct{ objects, bytes uint64 }

// Look makes a survey. It takes 4 bytes for each granule of the arena and 4 for each live
// object, and as long as going through the heap once.
func Look(h *source.Heap) *Survey {
	owner := owners(h.Heap)
	each := make([]reached, len(h.Roots()))
	var large []sized
	for ref, bytes := range h.Sizes() {
		if owner[ref] == 0 {
			continue
		}
		each[owner[ref]-1].objects++
		each[owner[ref]-1].bytes += bytes
		large = keepLargest(large, sized{ref, bytes})
	}
	s := &Survey{Holders: holders(h, each), Largest: []Found{}}
	sizes := h.HasSizes()
	total := uint64(0)
	for _, one := range each {
		s.Live += one.objects
		total += one.bytes
	}
	if sizes {
		s.LiveBytes = &total
		for _, l := range large {
			s.Largest = append(s.Largest, Found{objectAt(h, l.ref), from(h, h.Roots()[owner[l.ref]-1])})
		}
	}
	s.Others = max(0, len(s.Holders)-listed)
	s.Holders = s.Holders[:len(s.Holders)-s.Others]
	return s
}

// owners searches the heap by breadth. It returns for each granule where a reachable object
// begins the root from which the search came, counted from 1: of several at the same
// distance the first.
func owners(h *heap.Heap) []uint32 {
	return chains.ByBreadth(h, func(i int, _ heap.Ref) uint32 { return uint32(i + 1) }, func(owner uint32, _ heap.Ref) uint32 { return owner })
}

// from is what a survey calls a root.
func from(h *source.Heap, root heap.Ref) string { return cmp.Or(h.Holder(root), h.Label(root)) }

// holders adds up the roots of one name, the largest sum first.
func holders(h *source.Heap, each []reached) []Holder {
	byName := map[string]int{}
	all := []Holder{}
	bytes := make([]uint64, 0, len(each))
	for i, one := range each {
		if one.objects == 0 {
			continue // the same root again
		}
		root := h.Roots()[i]
		name := from(h, root)
		at, known := byName[name]
		if !known {
			at = len(all)
			byName[name] = at
			all, bytes = append(all, Holder{From: name}), append(bytes, 0)
		}
		sum := &all[at]
		sum.Roots++
		sum.Objects += one.objects
		bytes[at] += one.bytes
		if much := cmp.Or(one.bytes, one.objects); much > sum.most {
			sum.most, sum.Object = much, Object{Number: uint64(root)} // for now
		}
	}
	for i := range all {
		all[i].Object = objectAt(h, heap.Ref(all[i].Object.Number))
		if h.HasSizes() {
			all[i].Bytes = &bytes[i]
		}
	}
	slices.SortStableFunc(all, func(a, b Holder) int {
		if a.Bytes != nil && *a.Bytes != *b.Bytes {
			return cmp.Compare(*b.Bytes, *a.Bytes)
		}
		return cmp.Compare(b.Objects, a.Objects)
	})
	return all
}

// sized is an object and its size.
type sized struct {
	ref   heap.Ref
	bytes uint64
}

// keepLargest adds an object to the largest ones, which are in order of size, if it is
// among them. Of equal ones the first stay.
func keepLargest(large []sized, one sized) []sized {
	if len(large) == listed && one.bytes <= large[listed-1].bytes {
		return large
	}
	at, _ := slices.BinarySearchFunc(large, one, func(a, b sized) int {
		if a.bytes >= b.bytes {
			return -1
		}
		return 1
	})
	large = slices.Insert(large, at, one)
	return large[:min(len(large), listed)]
}
