package sim

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
)

// The roots and huge objects are handed out by the marker's own package ranges. For an owner a
// claim costs nothing beyond the chunk's own cost. A thief pays for a look at each worker that
// it asks, and for a steal.

// offer opens a range over the references of an object. There must be at least one.
// It returns false if w has no slot left.
func (s *simulation) offer(w *worker, object, length uint32) bool {
	if !s.ranges.Offer(w.id, object, length) {
		return false
	}
	s.chunks += int(policy.Chunks(length))
	s.seen(1)
	return true
}

// claim takes a chunk for w. First it tries w's own ranges. Then it steals: it
// returns the first of the stolen chunks, and opens the others as a range of w. Their
// number is shared.
func (s *simulation) claim(w *worker) (c ranges.Chunk, shared int, ok bool) {
	open := s.ranges.Open()
	if open == 0 {
		return ranges.Chunk{}, 0, false
	}
	c, ok = s.ranges.Take(w.id)
	for i := 1; !ok && i < len(s.workers); i++ {
		s.spend(w, ForStealing, s.costs.Look)
		if c, shared, ok = s.ranges.Rob(w.id, (w.id+i)%len(s.workers)); ok {
			s.spend(w, ForStealing, s.costs.Attempt)
		}
	}
	if ok {
		s.chunks--
		s.seen(s.ranges.Open() - open)
	}
	return c, shared, ok
}
