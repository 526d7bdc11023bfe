package reach

import (
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// begin forgets the parents of the level before, and gives each of n nodes this one.
func (s *searcher) begin(n int, parent uint32) {
	s.bound = math.MaxUint32
	s.best = s.best[:0]
	for range n {
		s.best = append(s.best, parent)
	}
}

// seek looks for parents in a batch.
func (s *searcher) seek(batch []uint32) {
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

// matchTargets notes whether to has nodes that are sought.
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
