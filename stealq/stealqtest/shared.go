package stealqtest

import (
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The checks of kinds that are Shared: what it means that all handles are one queue, and
// the stress that takes the place of thieves.

// handles: every handle sees what any of them pushed; the capacity is that of all
// together; there is nothing to steal; and Reset empties them all.
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
	s.counted(ds...) // each New makes a queue of its own
	s.mustPanic("Steal from a handle on another queue", stealing, func() { ds[0].Steal(other, s.kind.Amounts[0]) })
	if err := stealq.Check(append(raw(ds), other)); err != nil {
		s.fail("stealq.Check of the handles of two queues: %v", err)
	}
}

// crowd: two handles push and two pop, all at once.
func crowd(t *trial) {
	for _, capacity := range capacities {
		enough := func(sum stealq.Counters) bool { return sum.Full > 0 && sum.PopEmpty > 0 }
		t.until(1, "a refused Push, and a Pop that found nothing,", enough, func(int) []*deque {
			ds := t.deques(4, capacity)
			crowdRound(t, ds, scale(10_000))
			return ds
		})
	}
}

func crowdRound(t *trial, ds []*deque, each int) {
	const producers = 2
	seen := newTally(producers * each)
	var producing atomic.Int32
	producing.Store(producers)
	produce := t.start(ds[:producers], func(p *player, d *deque) {
		for i := 0; i < each; {
			if seen.pushes(p, d, d.number*each+i) {
				i++
			} else {
				runtime.Gosched()
			}
		}
		producing.Add(-1)
	})
	consume := t.start(ds[producers:], func(p *player, d *deque) {
		for found := true; found; {
			found = producing.Load() > 0 // whoever finds nothing afterwards is done
			if item, ok := p.pop(d); ok {
				seen.take(p, d, item)
				found = true
			} else {
				runtime.Gosched()
			}
		}
	})
	produce()
	consume()
	t.gather(ds, seen)
}
