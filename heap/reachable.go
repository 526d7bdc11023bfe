package heap

import "fmt"

// Reached is the set of objects that [Reachable] or [Levels] has found. Any number of
// goroutines may read it at once.
type Reached struct {
	// bits is not a Bitmap. The oracle shares no code with the marks that it judges.
	bits []uint64
	// Count is the number of objects reached.
	Count uint64
	// Levels[d] is the number of objects whose shortest path from a root has d references.
	// The function Levels fills it in, and Reachable leaves it nil.
	Levels []uint64
}

// Has reports whether the object at r was reached.
func (s *Reached) Has(r Ref) bool {
	return uint64(r/64) < uint64(len(s.bits)) && s.bits[r/64]>>(r%64)&1 == 1
}

// add puts r into the set. It says whether r is new there.
func (s *Reached) add(r Ref) bool {
	if s.Has(r) {
		return false
	}
	s.bits[r/64] |= 1 << (r % 64)
	s.Count++
	return true
}

// newReached returns an empty set for the arena of h.
func newReached(h *Heap) *Reached {
	return &Reached{bits: make([]uint64, (h.Granules()+63)/64)}
}

// Reachable returns the set of objects that can be reached from the roots. It is the plain
// depth-first search with which marks are compared: it has one goroutine and shares no code
// with the marker. Any goroutine may call it.
//
// The set takes 1/64 of the arena's size, and the stack at most 4 bytes for each object. For
// a mapped heap, which may be larger than the memory, a second bitmap takes the place of the
// stack, and the objects are scanned in the order of their addresses.
//
// On a damaged heap the error names the first reference to a granule where no object can be,
// or for a mapped heap perhaps the granule alone. There is also an error if a mapped file
// could not be read.
func Reachable(h *Heap) (*Reached, error) {
	if h.Mapped() {
		return searchInOrder(h, false)
	}
	seen := newReached(h)
	var left refList // a stack of what is left to do
	visit := visitor(h, seen, &left)
	return seen, CatchFaults(func() error {
		for i, root := range h.roots {
			if err := visit("root", uint64(i), root); err != nil {
				return err
			}
		}
		for left.length > 0 {
			obj := left.popLast()
			for _, to := range h.Refs(obj) {
				if err := visit("the object at granule", uint64(obj), to); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Levels is [Reachable] by breadth: it also fills in Reached.Levels, the number of objects at
// each distance from the nearest root. The number of levels is the heap's span plus one. No
// marker can finish in fewer dependent steps. Package mark/reach has the distance of each
// object. Any goroutine may call Levels.
//
// Beside the set, Levels takes 8 bytes for each level, and 4 bytes for each object of two
// neighbouring levels. For a mapped heap levels are bitmaps of 1/64 of the arena's size each.
func Levels(h *Heap) (*Reached, error) {
	if h.Mapped() {
		return searchInOrder(h, true)
	}
	seen := newReached(h)
	var left refList // a queue
	visit := visitor(h, seen, &left)
	return seen, CatchFaults(func() error {
		for i, root := range h.roots {
			if err := visit("root", uint64(i), root); err != nil {
				return err
			}
		}
		for left.length > 0 {
			seen.Levels = append(seen.Levels, left.length)
			for range left.length {
				obj := left.popFirst()
				for _, to := range h.Refs(obj) {
					if err := visit("the object at granule", uint64(obj), to); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// visitor returns what a search does with each reference: an object that is new in the set is left to do.
func visitor(h *Heap, seen *Reached, left *refList) func(from string, at uint64, to Ref) error {
	return func(from string, at uint64, to Ref) error {
		if to == Nil {
			return nil
		}
		if _, _, ok := h.Object(to); !ok {
			return leadsNowhere(from, at, to)
		}
		if seen.add(to) {
			left.push(to)
		}
		return nil
	}
}

// leadsNowhere is the error for a reference of a damaged heap. from and at say where it stands.
func leadsNowhere(from string, at uint64, to Ref) error {
	return fmt.Errorf("heap: %s %d refers to granule %d, where no object can be", from, at, to)
}
