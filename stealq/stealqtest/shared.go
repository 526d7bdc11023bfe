package stealqtest

import "github.com/seed-3ccf4018/halfmark/stealq"

// handles is what it means that all handles of a kind that is Shared are one queue. Every handle
// sees what any of them pushed; the capacity is that of all together; there is nothing to steal;
// and Reset empties them all.
func handles(s *solo) {
	const capacity = 8
	ds := s.deques(3, capacity)
	for i := range capacity {
		s.push(ds[i%3], uint64(i))
	}
	for _, d := range ds {
		s.push(d, 99) // refused: the capacity is shared
		s.steal(d, ds[0], s.kind.Amounts[0])
	}
	s.counted(ds...)
	for i := range capacity {
		s.pop(ds[(i+1)%3])
	}
	s.counted(ds...)
	s.fill(ds[1], 1, 4)
	s.reset(ds...)
	s.pop(ds[1])
	s.counted(ds...)

	s.fill(ds[1], 1, 4)
	s.reset(ds[0])
	if n := s.length(ds[2]); n != 0 {
		s.fail("Len of d2 is %d after Reset of d0, which empties the queue for all handles", n)
	}
	s.reset(ds...)
	other := s.kind.New(1, capacity)[0]
	other.Push(1)
	s.counted(ds...) // each New makes another queue
	s.mustPanic("Steal from a handle on another queue", stealing, func() { ds[0].Steal(other, s.kind.Amounts[0]) })
	if err := stealq.Check(append(raw(ds), other)); err != nil {
		s.fail("stealq.Check of the handles of two queues: %v", err)
	}
}
