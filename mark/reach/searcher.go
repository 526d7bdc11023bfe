package reach

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// addSearcher adds a searcher to the team: one of an earlier search, if there is one.
func (b *breadth) addSearcher() {
	n := len(b.searchers)
	if n == cap(b.searchers) || b.searchers[:n+1][n] == nil {
		b.searchers = append(b.searchers, new(searcher))
	}
	b.searchers = b.searchers[:n+1]
	s := b.searchers[n]
	*s = searcher{b: b, buffer: s.buffer[:0], hits: s.hits[:0], best: s.best[:0]}
	s.found, s.seeks = s.claim, s.matchTargets
	if b.parents != nil {
		s.found = s.claimParent
	}
}

// ahead is for how many nodes the memory is asked before they are scanned.
const ahead = 3 * policy.BatchObjects

// discover scans the nodes at the positions low to high. On the way back it looks for parents.
func (s *searcher) discover(low, high uint64) {
	b := s.b
	if !s.alone {
		s.asked, s.approached = low, low
	}
	for at := low; at < high && !b.over(); {
		batch := b.nodesAt(at, min(high, at+policy.BatchObjects))
		end := at + uint64(len(batch))
		if s.alone {
			s.look(at, end, b.order.length)
		} else {
			s.look(at, end, high)
		}
		if b.sought != nil {
			s.seek(batch)
		} else {
			s.scan(batch, at, s.found)
		}
		if s.alone {
			s.flush()
		}
		b.poll()
		at = end
	}
}

// look asks the memory for the nodes at the positions at to end, and for those that come
// next, up to limit.
func (s *searcher) look(at, end, limit uint64) {
	if s.b.calls || limit == at+1 {
		return // nothing with which this cache miss could overlap
	}
	s.asked = s.each(max(s.asked, at), min(limit, end+ahead), s.b.graph.Prefetch)
	s.approached = s.each(max(s.approached, at), min(limit, end+ahead/2), s.b.graph.Approach)
}

// each calls ask for the nodes at the positions low to high, and returns the position of the
// next one.
func (s *searcher) each(low, high uint64, ask func(nodes []uint32)) uint64 {
	for low < high {
		nodes := s.b.nodesAt(low, high)
		ask(nodes)
		low += uint64(len(nodes))
	}
	return low
}
