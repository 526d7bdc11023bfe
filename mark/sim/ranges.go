package sim

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

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

// takeChunk begins the scan of a chunk of the roots or of a huge object. First it tries w's own
// ranges. Then it steals: w scans the first of the stolen chunks, and the others are a range of w.
// As many are woken.
func (s *simulation) takeChunk(w *worker) bool {
	open := s.ranges.Open()
	if open == 0 {
		return false
	}
	c, ok := s.ranges.Take(w.id)
	shared := 0
	for i := 1; !ok && i < len(s.workers); i++ {
		s.spend(w, ForStealing, s.costs.Look)
		if c, shared, ok = s.ranges.Rob(w.id, (w.id+i)%len(s.workers)); ok {
			s.spend(w, ForStealing, s.costs.Attempt)
		}
	}
	if ok {
		s.chunks--
		s.seen(s.ranges.Open() - open)
		s.wake(w, shared)
		s.result.ChunksTaken++
		w.chunk = c
		s.beginChunk(w)
	}
	return ok
}
