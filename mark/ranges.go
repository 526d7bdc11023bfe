package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Ranges are work that is an interval rather than an object: the roots, and
// the references of an object too large for one batch. Whoever meets such an
// object opens a range over its chunks in a fixed table of its own and takes
// them one by one from the low end. It needs a compare-and-swap only near the high
// end, where thieves take up to half of what is left. A thief opens what it takes as
// a range of its own, so that this can be shared again. When a worker's table is
// full, the worker scans the object's chunks alone and shares what it finds after
// each.
//
// Flood et al. leave large arrays whole. Every collector after them had to
// split them: one worker at a ten-million-element array leaves the rest idle.
//
//	worker 0   ┌ object X ─────────────────────┐  ┌ object Y ──┐
//	           │ 0 1 2 3 4 5 │ stolen by 1     │  │ 0 1 2 3    │ ...
//	           └─────────────┴─────────────────┘  └────────────┘
//	                ^next of worker 0
//	worker 1   ┌ object X ───────┐                  chunk c is references
//	           │ 6 7 8 9 10 11   │ ...               [c*chunkRefs, (c+1)*chunkRefs)
//	           └─────────────────┘                   of the object, cut at length
//
// What holds:
//
//	R1  Only its owner opens a range, and only in a cursor that is exhausted. The
//	    object and its length travel with the range, and so with each claim.
//	R2  Each chunk of a range is claimed exactly once, and one claim of each range
//	    knows to be the last (stealq.WorkRange; its tag goes on from opening to
//	    opening, so a thief that slept through one loses).
//	R3  open counts the ranges that may have unclaimed chunks: it is raised before
//	    a range can be seen and lowered after the claim of its last chunk.
//	R4  A thief steals when its own ranges are exhausted, so it has a cursor for
//	    what it steals. From the theft until the stolen chunks are open, the thief
//	    is active (T1).
type ranges struct {
	_    pad
	open counter
	_    pad
	own  []ownRanges // by worker
}

// ownRanges are the ranges of one worker, which works at the latest first. Thieves
// take from the oldest.
type ownRanges struct {
	cursors [cursors]stealq.WorkRange // thieves may look at all of them

	// Only the owner touches the rest.
	used     int             // cursors[:used] were opened and not yet found exhausted
	counters stealq.Counters // of chunks, as the owner of its ranges and as a thief
}

func newRanges(workers int) *ranges {
	return &ranges{own: make([]ownRanges, workers)}
}

// reset closes every range. No worker may be running.
func (t *ranges) reset() {
	t.open.Store(0)
	for i := range t.own {
		o := &t.own[i]
		o.used, o.counters = 0, stealq.Counters{}
		for j := range o.cursors {
			o.cursors[j].Reset()
		}
	}
}

// openRoots offers the roots, as worker 0's. No worker may be running.
func (t *ranges) openRoots(n uint32) {
	if n > 0 {
		t.offer(0, rootsObject, n)
	}
}

// offer opens a range over the references of an object, which has at least one. It
// returns false if worker id has no cursor left. The caller is worker id, and active.
func (t *ranges) offer(id int, object, length uint32) bool {
	return t.publish(&t.own[id], policy.Over(object, length), 0, policy.Chunks(length))
}

// publish opens the owner's range over chunks [low .. high).
//
// It raises the count first (R3). In the other order somebody might look in vain, but
// no object would be lost: the worker that publishes is active, and wakes sleepers
// afterwards. See keep.
func (t *ranges) publish(o *ownRanges, over uint64, low, high uint32) bool {
	for o.used > 0 && o.cursors[o.used-1].Len() == 0 {
		o.used--
	}
	if o.used == cursors {
		return false
	}
	t.open.Add(1) // R3
	o.cursors[o.used].Open(over, low, high, &o.counters)
	o.used++
	return true
}

// chunk is a claimed part of a range: references [low, high) of the object, or
// that part of the roots.
type chunk struct {
	object, low, high uint32
	roots             bool
}

// chunkOf is chunk i of the range over.
func chunkOf(over uint64, i uint32) chunk {
	object, low, high := policy.Chunk(over, i)
	return chunk{object, low, high, object == rootsObject}
}

// claim takes a chunk for worker id: the next of its own ranges, or the first of
// what it steals. The other stolen chunks, shared in number, it opens as a range of
// its own. False means that it saw no chunk that it could have.
func (t *ranges) claim(id int) (c chunk, shared int, ok bool) {
	if t.open.Load() == 0 {
		return chunk{}, 0, false
	}
	o := &t.own[id]
	for ; o.used > 0; o.used-- {
		if p, ok := o.cursors[o.used-1].Take(&o.counters); ok {
			return t.keep(o, p), 0, true
		}
	}
	for i := 1; i < len(t.own) && t.open.Load() > 0; i++ { // with none open the others need not be looked at
		if p, ok := t.rob(&t.own[(id+i)%len(t.own)], &o.counters); ok {
			return t.keep(o, p), int(p.High-p.Low) - 1, true
		}
	}
	return chunk{}, 0, false
}

// rob steals from the oldest range of victim that has anything. After a lost race it
// tries again: somebody else has claimed a chunk, and there may be more.
func (t *ranges) rob(victim *ownRanges, thief *stealq.Counters) (stealq.Part, bool) {
	for i := range victim.cursors {
		p, outcome := victim.cursors[i].Steal(thief)
		for outcome == stealq.Lost {
			p, outcome = victim.cursors[i].Steal(thief)
		}
		if outcome == stealq.Took {
			return p, true
		}
	}
	return stealq.Part{}, false
}

// keep returns the first chunk of a claim. First, keep opens the rest of the chunks as
// this worker's own range (R4). Then, if the claim was the last of its range, keep
// lowers the count of open ranges. So the count never reads 0 while chunks are left
// (R3).
//
// In the other order nothing would be lost either, but somebody might look in vain. A
// worker that reads a 0 in between goes to sleep or offers the end of the mark. The
// end does not come: this worker has been active since before the claim (T1), and
// finish succeeds only if nobody was. Nobody sleeps on: takeChunk wakes sleepers for
// the rest after keep has opened it. A worker that goes to sleep too late to be woken
// looks once more after it has announced itself (L1), and then sees the rest.
func (t *ranges) keep(o *ownRanges, p stealq.Part) chunk {
	if p.High-p.Low > 1 {
		t.publish(o, p.Over, p.Low+1, p.High)
	}
	if p.Last {
		t.open.Add(-1)
	}
	return chunkOf(p.Over, p.Low)
}
