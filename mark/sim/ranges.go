package sim

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The roots and huge objects are handed out as in the marker. File ranges.go of package mark
// has the same functions, and the reasons. For an owner a claim costs nothing beyond the
// chunk's own cost. A thief pays for a look at each worker that it asks, and for a steal.

// ownRanges are the ranges of one worker. The worker works at the latest one first.
// Thieves take from the oldest one first.
type ownRanges struct {
	cursors  [policy.RangeSlots]stealq.WorkRange
	used     int // cursors[:used] were opened, and not yet found exhausted
	counters stealq.Counters
}

// chunk is a part that has been claimed: the references [low, high) of the object, or
// the roots [low, high).
type chunk struct {
	object, low, high uint32
}

// chunkOf is chunk i of the range over.
func chunkOf(over uint64, i uint32) chunk {
	object, low, high := policy.Chunk(over, i)
	return chunk{object, low, high}
}

// offer opens a range over the references of an object. There must be at least one.
// It returns false if w has no cursor left.
func (s *simulation) offer(w *worker, object, length uint32) bool {
	n := policy.Chunks(length)
	if !s.open(&w.ranges, policy.Over(object, length), 0, n) {
		return false
	}
	s.chunks += int(n)
	return true
}

// open opens the owner's range over chunks [low .. high).
func (s *simulation) open(o *ownRanges, over uint64, low, high uint32) bool {
	for o.used > 0 && o.cursors[o.used-1].Len() == 0 {
		o.used--
	}
	if o.used == policy.RangeSlots {
		return false
	}
	o.cursors[o.used].Open(over, low, high, &o.counters)
	o.used++
	s.ranges++
	s.seen(1)
	return true
}

// claim takes a chunk for w. First it tries w's own ranges. Then it steals: it
// returns the first of the stolen chunks, and opens the others as a range of w. Their
// number is shared.
func (s *simulation) claim(w *worker) (c chunk, shared int, ok bool) {
	if s.ranges == 0 {
		return chunk{}, 0, false
	}
	o := &w.ranges
	for ; o.used > 0; o.used-- {
		if p, ok := o.cursors[o.used-1].Take(&o.counters); ok {
			return s.keep(o, p), 0, true
		}
	}
	for i := 1; i < len(s.workers); i++ {
		s.spend(w, ForStealing, s.costs.Look)
		if p, ok := s.robRanges(s.workers[(w.id+i)%len(s.workers)], o); ok {
			s.spend(w, ForStealing, s.costs.Attempt)
			return s.keep(o, p), int(p.High-p.Low) - 1, true
		}
	}
	return chunk{}, 0, false
}

// robRanges steals from the oldest range of victim that has anything.
func (s *simulation) robRanges(victim *worker, thief *ownRanges) (stealq.Part, bool) {
	for i := range victim.ranges.used {
		if p, o := victim.ranges.cursors[i].Steal(&thief.counters); o == stealq.Took {
			return p, true
		}
	}
	return stealq.Part{}, false
}

// keep returns the first chunk of a claim. It opens the others as the worker's own
// range.
func (s *simulation) keep(o *ownRanges, p stealq.Part) chunk {
	if p.High-p.Low > 1 {
		s.open(o, p.Over, p.Low+1, p.High)
	}
	s.chunks--
	if p.Last {
		s.ranges--
		s.seen(-1)
	}
	return chunkOf(p.Over, p.Low)
}
