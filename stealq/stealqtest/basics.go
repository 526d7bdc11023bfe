package stealqtest

import "github.com/seed-3ccf4018/halfmark/stealq"

func smoke(s *solo) {
	ds := s.deques(2, 8)
	s.fill(ds[0], 1, 3)
	s.counted(ds...)
	if !s.kind.Shared {
		s.rob(ds[1], ds[0], few(s.kind))
		s.counted(ds...)
	}
	s.unload(ds[0])
	s.unload(ds[1])
	s.counted(ds...)
}

// empty: each round begins one index further on.
func empty(s *solo) {
	for _, capacity := range capacities {
		ds := s.deques(2, capacity)
		victim, thief := ds[0], ds[1]
		for range 3 * capacity {
			s.pop(victim)
			for _, a := range s.kind.Amounts {
				s.steal(thief, victim, a)
			}
			s.push(victim, 1)
			s.rob(thief, victim, few(s.kind))
			s.unload(thief)
			s.counted(ds...)
		}
	}
}

func full(s *solo) {
	largest := stealq.MaxCapacity
	if s.hurried {
		largest /= 16
	}
	for capacity := stealq.MinCapacity; capacity <= largest; capacity *= 2 {
		d := s.deques(1, capacity)[0]
		s.fill(d, 1, capacity)
		for range 3 {
			s.push(d, 99)
		}
		s.counted(d)
		s.unload(d)
		s.counted(d)
	}
}

func order(s *solo) {
	ds := s.deques(2, 16)
	victim, thief := ds[0], ds[1]
	s.fill(victim, 1, 12)
	s.fill(thief, 101, 2)
	s.rob(thief, victim, most(s.kind))
	s.rob(thief, victim, few(s.kind))
	s.counted(ds...)
	s.unload(thief)
	s.unload(victim)
	s.counted(ds...)
}

// leftovers robs until nothing is left, so that an item that no thief can reach shows.
func leftovers(s *solo) {
	for n := range 200 {
		ds := s.deques(2, 256)
		victim, thief := ds[0], ds[1]
		s.fill(victim, 1, n)
		for len(*victim.model.items) > 0 {
			if s.kind.Amounts[0] == stealq.Balance && len(s.kind.Amounts) == 1 {
				s.unload(thief) // who has enough gets nothing
			}
			s.rob(thief, victim, most(s.kind))
			s.counted(ds...)
		}
		s.unload(thief)
	}
}

func reset(s *solo) {
	ds := s.deques(2, 8)
	victim, thief := ds[0], ds[1]
	for _, first := range []int{1, 21} {
		s.fill(victim, first, 8)
		s.rob(thief, victim, most(s.kind))
		s.reset(ds...)
		s.counted(ds...)
		s.pop(victim)
		s.pop(thief)
		s.reset(ds...)
		s.reset(ds...)
		s.counted(ds...)
	}
	s.fill(victim, 41, 8)
	s.rob(thief, victim, most(s.kind))
	s.unload(thief)
	s.unload(victim)
	s.counted(ds...)
}

// ownDeque has room in its deque, so that nothing else stands in the way.
func ownDeque(s *solo) {
	d := s.deques(1, 8)[0]
	s.fill(d, 1, 4)
	for _, a := range s.kind.Amounts {
		s.steal(d, d, a)
	}
	s.unload(d)
	s.counted(d)
}

// sizesDiffer: the smaller deque takes what it has room for. The two come from one New
// each, and the trail shows the calls since the second.
func sizesDiffer(s *solo) {
	large, small := s.deques(1, 64)[0], s.deques(1, 4)[0]
	large.number, small.number = 0, 1
	s.concerns(func() string { return "d0 has a capacity of 64, and d1 one of 4" })
	for first := 0; first < 1000; first += 48 {
		s.fill(large, first, 48)
		for len(*large.model.items) > 0 {
			s.rob(small, large, most(s.kind))
			s.unload(small)
		}
		s.fill(small, 1, 4)
		s.rob(large, small, most(s.kind))
		s.unload(large)
		s.unload(small)
		s.counted(large, small)
	}
}

// request: what OnRequest says, step by step. A thief gets nothing from an owner that
// stands still, one item for each request that the owner's Push or Pop answers, and a
// Pop that leaves nothing answers none.
func request(s *solo) {
	ds := s.deques(2, 8)
	victim, thief := ds[0], ds[1]
	a := few(s.kind)
	want := func(o stealq.Outcome, when string) {
		if _, got := s.steal(thief, victim, a); got != o {
			s.fail("Steal with %v is %v %s, want %v", a, got, when, o)
		}
	}
	s.fill(victim, 1, 5)
	for range 3 {
		want(stealq.Empty, "while the owner stands still")
	}
	s.push(victim, 6)
	want(stealq.Took, "after a Push, which answers a request")
	want(stealq.Empty, "after its request was answered once")
	s.pop(victim)
	want(stealq.Took, "after a Pop, which answers a request")
	s.unload(thief)
	s.pop(victim)
	s.pop(victim)
	want(stealq.Empty, "with one item left that nobody has shown")
	s.pop(victim)
	s.push(victim, 7)
	want(stealq.Took, "after a Pop that left nothing and a Push: the request stays")
	s.unload(thief)
	s.counted(ds...)
}
