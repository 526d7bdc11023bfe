package reach

import (
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// begin forgets the parents of the level before, and makes room for n.
func (s *searcher) begin(n int) {
	s.bound = math.MaxUint32
	s.best = s.best[:0]
	for range n {
		s.best = append(s.best, math.MaxUint32)
	}
}

// seek looks for parents at the positions low to high of order, from the end.
func (s *searcher) seek(low, high uint64) {
	b := s.b
	if !s.alone {
		s.asked, s.approached = high, high
	}
	for end := high; end > low && !b.over(); {
		batch := b.order.until(max(low, end-min(end, policy.BatchObjects)), end)
		at := end - uint64(len(batch))
		if s.alone {
			s.lookBack(at, end, 0)
		} else {
			s.lookBack(at, end, low)
		}
		s.seekIn(batch)
		b.poll()
		end = at
	}
}

// lookBack is look on the way back: limit lies before at.
func (s *searcher) lookBack(at, end, limit uint64) {
	first := at - min(at, ahead)
	s.asked = s.eachBack(max(limit, first), min(s.asked, end), s.b.graph.Prefetch)
	first = at - min(at, ahead/2)
	s.approached = s.eachBack(max(limit, first), min(s.approached, end), s.b.graph.Approach)
}

// eachBack calls ask for the nodes at the positions low to high, and returns the first
// position that was asked for.
func (s *searcher) eachBack(low, high uint64, ask func(nodes []uint32)) uint64 {
	for low < high {
		nodes := s.b.order.until(low, high)
		ask(nodes)
		high -= uint64(len(nodes))
	}
	return high
}

// seekIn looks for parents in a batch.
func (s *searcher) seekIn(batch []uint32) {
	kept := s.kept[:0]
	for _, node := range batch {
		if node < s.bound {
			kept = append(kept, node)
		}
	}
	s.met = false
	s.scan(kept, 0, s.seeks)
	if !s.met {
		return
	}
	for _, node := range kept {
		s.scanApart(node, func(to []uint32) { s.compare(node, to) })
	}
	s.bound = slices.Max(s.best)
}

// matchTargets notes whether somebody is sought among to.
func (s *searcher) matchTargets(to []uint32) {
	if s.met {
		return
	}
	q := s.b.sought
	if words := q.others.Words(); len(words) > 0 {
		kernel.PrefetchBits(words, to)
		white, _ := kernel.FilterWhite(words, to)
		s.met = white > 0
	} else {
		s.met = slices.Contains(to, q.nodes[0])
	}
}

// compare makes node the parent of those nodes of to that are sought and have no better one.
func (s *searcher) compare(node uint32, to []uint32) {
	for _, next := range to {
		if i, ok := slices.BinarySearch(s.b.sought.nodes, next); ok {
			s.best[i] = min(s.best[i], node)
		}
	}
}
