package heap

import "fmt"

// This file has the twin of search for mapped heaps. Such a heap may be larger than
// the memory. The twin differs in two points:
//
//   - What waits to be scanned is a bitmap, so it takes no more memory than a mark.
//   - It scans in the order of addresses, and looks at an object only when it scans it. The plain
//     search looks at the header of each object that a reference leads to, and in a mapped heap each look may be a
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

// searchInOrder is search for a mapped heap.
func searchInOrder(h *Heap, byBreadth bool) (*Reached, error) {
	s := &sweeper{heap: h, seen: newReached(h), grey: newWaiting(h), ahead: h.Ahead()}
	s.found = s.grey
	if byBreadth {
		s.found = newWaiting(h)
	}
	return s.seen, CatchFaults(func() error {
		for i, root := range h.roots {
			if err := s.visit("root", uint64(i), root); err != nil {
				return err
			}
		}
		for s.found.number > 0 {
			if byBreadth {
				s.grey, s.found = s.found, s.grey
				s.seen.Levels = append(s.seen.Levels, s.grey.number)
			}
			if err := s.scanAll(); err != nil {
				return err
			}
		}
		return nil
	})
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
		return leadsNowhere(from, at, to)
	case s.seen.add(to):
		s.found.add(to)
	}
	return nil
}
