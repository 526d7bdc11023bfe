package heap

import "fmt"

// Reached is what an oracle found: a set of objects and how they are spread.
type Reached struct {
	bits []uint64 // no Bitmap: an oracle shares nothing with the marks that it judges
	// Count is the number of objects reached.
	Count uint64
	// Levels holds, for Levels, how many objects are first reached by a path
	// of 0, 1, 2... references from a root. Reachable leaves it nil.
	Levels []uint64
}

// Has reports whether the object at r was reached.
func (s *Reached) Has(r Ref) bool {
	return uint64(r/64) < uint64(len(s.bits)) && s.bits[r/64]>>(r%64)&1 == 1
}

// add puts r into the set and reports whether it is new.
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

// Reachable returns the set of objects that can be reached from the roots. It
// is the oracle that marks are compared with: a depth-first search by one
// goroutine with a stack that grows, kept plain on purpose and sharing no code
// with the marker. Its stack grows to at most 4 bytes an object.
//
// On a damaged heap it returns an error that names the first reference it
// followed to something that cannot be an object.
func Reachable(h *Heap) (*Reached, error) {
	seen := newReached(h)
	var stack []Ref
	visit := func(from string, at uint64, to Ref) error {
		if to == Nil {
			return nil
		}
		if _, _, ok := h.Object(to); !ok {
			return fmt.Errorf("heap: %s %d refers to granule %d, where no object can be", from, at, to)
		}
		if seen.add(to) {
			stack = append(stack, to)
		}
		return nil
	}
	return seen, faultsToErrors("arena", func() error {
		for i, root := range h.roots {
			if err := visit("root", uint64(i), root); err != nil {
				return err
			}
		}
		for len(stack) > 0 {
			obj := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, to := range h.Refs(obj) {
				if err := visit("the object at granule", uint64(obj), to); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Levels is Reachable by breadth: it returns the same set and in its Levels
// field the number of objects at each distance from the nearest root. The
// number of levels is the heap's span plus one: no marker, with any number of
// workers, can finish in fewer dependent steps.
func Levels(h *Heap) (*Reached, error) {
	seen := newReached(h)
	var level, next []Ref
	discover := func(to Ref) error {
		if to == Nil {
			return nil
		}
		if _, _, ok := h.Object(to); !ok {
			return fmt.Errorf("heap: a reference leads to granule %d, where no object can be", to)
		}
		if seen.add(to) {
			next = append(next, to)
		}
		return nil
	}
	return seen, faultsToErrors("arena", func() error {
		for _, root := range h.roots {
			if err := discover(root); err != nil {
				return err
			}
		}
		for len(next) > 0 {
			seen.Levels = append(seen.Levels, uint64(len(next)))
			level, next = next, level[:0]
			for _, obj := range level {
				for _, to := range h.Refs(obj) {
					if err := discover(to); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}
