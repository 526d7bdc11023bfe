package reach

import (
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// claim finds the nodes of to that have not been found: of all searchers, one finds each.
func (s *searcher) claim(to []uint32) {
	marks := s.b.marks.Words()
	if s.b.hasNil {
		to = to[:kernel.DropNil(marks, to)]
	} else {
		kernel.PrefetchBits(marks, to)
	}
	s.makeRoom(len(to))
	n, done := 0, 0
	if s.alone {
		n, done = kernel.ClaimAlone(marks, to, s.fresh[s.count:])
	} else {
		white := 0
		white, done = kernel.FilterWhite(marks, to)
		n = kernel.ClaimShared(marks, to[:white], s.fresh[s.count:])
	}
	s.count += n
	if done < len(to) {
		s.b.fail(s.b.memory.outside(to[done]))
	}
}

// makeRoom makes room for n nodes in s.fresh.
func (s *searcher) makeRoom(n int) {
	if len(s.fresh)-s.count < n {
		s.flush()
	}
}

// flush puts what was found into order, and writes down its level if the caller wants to know
// it.
func (s *searcher) flush() {
	b, fresh := s.b, s.fresh[:s.count]
	if s.count = 0; len(fresh) == 0 {
		return
	}
	for _, node := range fresh {
		if uint64(node) >= b.nodes { // the bitmap has whole words
			b.fail(b.memory.outside(node))
			return
		}
	}
	if !s.alone {
		b.growing.Lock()
	}
	at := b.order.reserve(len(fresh))
	if !s.alone {
		b.growing.Unlock()
	}
	b.order.write(at, fresh)
	if b.distances != nil {
		for _, node := range fresh {
			b.distances[node] = b.depth + 1
		}
	}
	if b.wanted != nil {
		s.recognize(fresh)
	}
}

// follow is discover for the only node of a level, as in a list. There is no other node with
// whose cache miss that of this one could overlap. All that discover prepares would only
// cost time: see [source.Source].
func (s *searcher) follow(node uint32) {
	b := s.b
	s.makeRoom(kernel.SmallRefs)
	s.fresh[s.count] = node // its white successors take its place
	scanned, found, beyond := b.memory.Follow(kernel.PlainWords(b.marks.Words()), s.fresh[s.count:], 1)
	switch {
	case beyond.Found:
		b.fail(b.memory.outside(beyond.To))
		return
	case scanned == 0:
		s.scanApart(node, s.found)
	default:
		s.count += found
	}
	b.graph.Prefetch(s.fresh[:min(s.count, policy.BatchObjects)])
	s.flush()
	if s.follows++; s.follows%policy.BatchObjects == 0 {
		b.poll()
	}
}

// recognize notes the levels of the wanted nodes among fresh. It ends the search if none is
// missing any more.
func (s *searcher) recognize(fresh []uint32) {
	several, only := s.b.several, s.b.wanted[0]
	for _, node := range fresh {
		if several == nil && node != only || several != nil && !several.Has(heap.Ref(node)) {
			continue
		}
		s.hits = append(s.hits, hit{node, s.b.depth})
		if s.b.missing.Add(-1) == 0 {
			s.b.ended.Store(true)
		}
	}
}
