package heap

import "fmt"

// Reached is what an oracle found: a set of objects, and how far they are from the
// roots. Any number of goroutines may read it at once.
type Reached struct {
	// bits is not a Bitmap. The oracle shares no code with the marks that it judges.
	bits []uint64
	// Count is the number of objects reached.
	Count uint64
	// Levels[d] is the number of objects whose shortest path from a root has d
	// references. The function Levels fills it in. Reachable leaves it nil.
	Levels []uint64
}

// Has says whether the object at r was reached.
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

// Reachable returns the set of objects that can be reached from the roots. It is the
// oracle that marks are compared with. It is a depth-first search by one goroutine,
// with a stack that grows. It is plain on purpose, and it shares no code with the
// marker. The set takes 1/64 of the arena's size, and the stack has at most one entry
// of 4 bytes for each object.
//
// A mapped heap may be larger than the memory. So there a second bitmap of 1/64 of the arena's size takes
// the place of the stack, and the objects are scanned in the order of their addresses.
//
// On a damaged heap Reachable returns an error. The error names the first reference
// that led to a granule where no object can be; of a mapped heap it may name the granule
// alone. Reachable also returns an error if a
// mapped file could not be read. Any goroutine may call it.
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

// Levels is Reachable by breadth. (reach.Levels of package mark/reach says how far each object is, with several
// workers.) It returns the same set, and it fills in the field
// Levels with the number of objects at each distance from the nearest root. The number
// of levels is the heap's span plus one. No marker can finish in fewer dependent steps,
// whatever its number of workers. Beside the set, Levels takes 4 bytes for each object of two
// neighbouring levels, and 8 bytes for each level. The levels of a mapped heap are bitmaps, each
// of 1/64 of the arena's size.
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
