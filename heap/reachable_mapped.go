package heap

import "fmt"

// This file has twins of Reachable and Levels for mapped heaps. Such a heap may be larger than
// the memory. The twins differ from the plain functions in two points:
//
//   - What waits to be scanned is a bitmap, so they take no more memory than a mark.
//   - They scan in the order of addresses, and look at an object only when they scan it. The plain
//     functions look at the header of each object that a reference leads to, and in a mapped heap each look may be a
//     wait for the disk.

// sweeper scans the objects of a mapped heap.
type sweeper struct {
	heap  *Heap
	seen  *Reached
	grey  *waiting // what is to be scanned
	found *waiting // where what is found waits: grey, or the next level
	ahead Ahead
	buf   [1024]uint32
}

func newSweeper(h *Heap) *sweeper {
	s := &sweeper{heap: h, seen: newReached(h), grey: newWaiting(h), ahead: h.Ahead()}
	s.found = s.grey
	return s
}

// reachableInOrder is Reachable for a mapped heap.
func reachableInOrder(h *Heap) (*Reached, error) {
	s := newSweeper(h)
	return s.seen, faultsToErrors("arena", func() error {
		if err := s.roots(); err != nil {
			return err
		}
		return s.scanAll()
	})
}

// levelsInOrder is Levels for a mapped heap.
func levelsInOrder(h *Heap) (*Reached, error) {
	s := newSweeper(h)
	s.found = newWaiting(h)
	return s.seen, faultsToErrors("arena", func() error {
		err := s.roots()
		for err == nil && s.found.number > 0 {
			s.grey, s.found = s.found, s.grey
			s.seen.Levels = append(s.seen.Levels, s.grey.number)
			err = s.scanAll()
		}
		return err
	})
}

// roots finds the objects that are roots.
func (s *sweeper) roots() error {
	for i, root := range s.heap.roots {
		if err := s.visit("root", uint64(i), root); err != nil {
			return err
		}
	}
	return nil
}

// scanAll scans what is grey until nothing is.
func (s *sweeper) scanAll() error {
	for s.grey.number > 0 {
		batch := s.buf[:s.grey.take(s.buf[:])]
		s.ahead.Ask(batch)
		for _, obj := range batch {
			if err := s.scan(Ref(obj)); err != nil {
				return err
			}
		}
	}
	return nil
}

// scan finds what the object at obj refers to.
func (s *sweeper) scan(obj Ref) error {
	if _, _, ok := s.heap.Object(obj); !ok {
		return fmt.Errorf("heap: a reference leads to granule %d, where no object can be", obj)
	}
	for _, to := range s.heap.Refs(obj) {
		if err := s.visit("the object at granule", uint64(obj), to); err != nil {
			return err
		}
	}
	return nil
}

// visit puts an object into both sets if it is new. from and at say who refers to it.
func (s *sweeper) visit(from string, at uint64, to Ref) error {
	switch {
	case to == Nil:
	case uint64(to) >= s.heap.Granules():
		return fmt.Errorf("heap: %s %d refers to granule %d, where no object can be", from, at, to)
	case s.seen.add(to):
		s.found.add(to)
	}
	return nil
}
