package stealqtest

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// amounts steals every amount from every fill level, at every index at which a ring of
// that capacity can start, with every number of items in the thief's hands.
func amounts(s *solo) {
	for _, capacity := range []int{2, 4, 8} {
		for start := range 2 * capacity {
			for n := range capacity + 1 {
				for own := range capacity + 1 {
					for _, a := range s.kind.Amounts {
						s.concerns(func() string {
							return fmt.Sprintf("Steal with %v from a deque of %d items, by a thief that has %d; the first item lies at index %d", a, n, own, start)
						})
						oneSteal(s, capacity, start, n, own, a)
					}
				}
			}
		}
	}
}

func oneSteal(s *solo, capacity, start, n, own int, a stealq.Amount) {
	ds := s.deques(3, capacity)
	victim, thief, helper := ds[0], ds[1], ds[2]
	startAt(s, victim, helper, start)
	startAt(s, thief, helper, (start+own)%(2*capacity))
	s.fill(victim, 0, n)
	s.fill(thief, 100, own)
	s.rob(thief, victim, a)
	s.counted(ds...)
	s.unload(victim)
	s.unload(thief)
}

// startAt lets the next item of the empty deque d lie at an index that much further on,
// whatever the kind: it pushes and steals one item at a time.
func startAt(s *solo, d, helper *deque, index int) {
	for range index {
		s.push(d, 0)
		s.rob(helper, d, few(s.kind))
		s.pop(helper)
	}
}
