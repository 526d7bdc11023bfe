// Package ranges shares out the work that is an interval: the roots, and the references of
// a huge object. An object is huge if it has more than policy.ChunkRefs references.
package ranges

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Ranges hold all that was opened and not yet claimed.
//
// One worker alone at an array of ten million elements would leave all others idle.
// Every collector has to split large arrays. Flood, Detlefs, Shavit and Zhang (JVM
// 2001), whom package mark follows otherwise, leave them whole. The splitting is that
// of a work-stealing range; stealq.WorkRange has its source. We add three things: many
// ranges are open at once, a count says whether any is open, and a thief opens what it
// has stolen, so that others can steal from it again.
//
// The references are cut into chunks. A worker that meets a huge object opens a range
// over the object's chunks. It takes them one by one from the low end. A thief takes
// up to half of what is left from the high end, with one compare-and-swap. The owner
// needs a compare-and-swap only near the high end.
//
//	worker 0   ┌ object X ──────┬────────────────┐  ┌ object Y ──┐
//	           │ 0 1 2 3 4 5    │ stolen by 1    │  │ 0 1 2 3    │ ...
//	           └────────────────┴────────────────┘  └────────────┘
//	                ^next of worker 0
//	worker 1   ┌ object X ──────┐                  chunk c is references
//	           │ 6 7 8 9 10 11  │ ...              [c*ChunkRefs, (c+1)*ChunkRefs)
//	           └────────────────┘                  of the object, cut at length
//
// A range lies in a range slot. Each worker has a fixed table of them. When the table
// is full, the worker scans the chunks of a further huge object alone. After each chunk
// it gives away only what its stack cannot hold.
//
// Invariants:
//
//	R1  Only its owner opens a range, and only in a slot that is exhausted.
//	    The range and each claim carry the object and its length.
//	R2  Each chunk of a range is claimed exactly once. For each range, exactly
//	    one claim knows that it is the last one. (stealq.WorkRange sees to both.
//	    A slot holds one range after the other, and its tag is never set
//	    back. A thief that read the slot before it was opened again loses.)
//	R3  open counts the ranges that may have unclaimed chunks. It is raised
//	    before another worker can see a range. It is lowered after the claim
//	    of the last chunk of a range.
//	R4  A thief steals only when its own ranges are exhausted, so it has a slot
//	    for what it steals. From the theft until the stolen chunks are open,
//	    the thief is active (T1 in package crew).
type Ranges struct {
	_    [64]byte // a cache line
	open counter
	_    [64]byte
	own  []Own // by worker number
}

// Own are the ranges of one worker. The worker works at the latest one first.
// Thieves take from the oldest one first.
type Own struct {
	slots [policy.RangeSlots]stealq.WorkRange // thieves may steal from each

	// Only the owner touches the rest.
	used     int             // slots[:used] were opened, and not yet found exhausted
	counters stealq.Counters // of chunks, as the owner of its ranges and as a thief
}

// New returns the ranges of that many workers. None is open.
func New(workers int) *Ranges { return &Ranges{own: make([]Own, workers)} }

// Reset closes every range. No worker may be running.
func (t *Ranges) Reset() {
	t.open.Store(0)
	for i := range t.own {
		o := &t.own[i]
		for j := range o.used { // the others are exhausted
			o.slots[j].Reset()
		}
		o.used, o.counters = 0, stealq.Counters{}
	}
}

// Open is how many ranges may have unclaimed chunks (R3). Any goroutine may call it.
func (t *Ranges) Open() int { return int(t.open.Load()) }

// Left is how many chunks of a worker's own ranges are not claimed. It is for a machine on which one worker runs at a time.
func (t *Ranges) Left(id int) (chunks int) {
	o := &t.own[id]
	for i := range o.used {
		chunks += o.slots[i].Len()
	}
	return chunks
}

// Counters counts the chunks of a worker, as the owner of its ranges and as a thief. It is for a
// time when the worker is not running.
func (t *Ranges) Counters(id int) *stealq.Counters { return &t.own[id].counters }

// OpenRoots opens a range over n roots, as one of worker 0's. No worker may be
// running.
func (t *Ranges) OpenRoots(n uint32) {
	if n > 0 {
		t.Offer(0, policy.RootsObject, n)
	}
}

// Offer opens a range over the references of an object. There must be at least one.
// Offer returns false if worker id has no slot left. Only worker id may call it,
// while it is active.
func (t *Ranges) Offer(id int, object, length uint32) bool {
	return t.publish(&t.own[id], policy.Over(object, length), 0, policy.Chunks(length))
}

// publish opens a range of owner o over the chunks [low .. high). It returns false if
// all slots of the owner are in use.
//
// publish raises the count before it opens the range (R3). The other order would lose
// no object, but a worker might look in vain:
//
//  1. Owner O opens the range. The count is still 0.
//  2. Worker W reads the count: it is 0. W sees no work, and parks.
//  3. O raises the count.
//
// W does not sleep on: O is active, and wakes sleepers afterwards. See keep, too.
func (t *Ranges) publish(o *Own, over uint64, low, high uint32) bool {
	for o.used > 0 && o.slots[o.used-1].Len() == 0 {
		o.used--
	}
	if o.used == policy.RangeSlots {
		return false
	}
	t.open.Add(1) // R3
	o.slots[o.used].Open(over, low, high, &o.counters)
	o.used++
	return true
}

// Chunk is a part that has been claimed: the references [Low, High) of the object, or
// the roots [Low, High).
type Chunk struct {
	Object, Low, High uint32
	Roots             bool
}

// Claim takes a chunk for worker id. First it tries the worker's own ranges. Then it
// steals: see Rob. owner is whose range the chunk was in. False means that Claim saw no chunk that it could have. Only worker id
// may call it, while it is active.
func (t *Ranges) Claim(id int) (c Chunk, owner, shared int, ok bool) {
	if t.open.Load() == 0 {
		return Chunk{}, id, 0, false
	}
	c, ok = t.Take(id)
	for owner = id; !ok && t.open.Load() > 0; { // while none is open there is nothing to steal
		if owner = (owner + 1) % len(t.own); owner == id {
			break
		}
		c, shared, ok = t.Rob(id, owner)
	}
	return c, owner, shared, ok
}

// Take is Claim for the worker's own ranges.
func (t *Ranges) Take(id int) (Chunk, bool) {
	o := &t.own[id]
	for ; o.used > 0; o.used-- {
		if p, ok := o.slots[o.used-1].Take(&o.counters); ok {
			return t.keep(o, p), true
		}
	}
	return Chunk{}, false
}

// Rob is Claim for the ranges of a victim. It steals from the oldest range that has anything. It returns the
// first of the stolen chunks, and opens the others as a range of worker id. Their number is shared. After a
// lost race it tries again. Then another worker has claimed a chunk, and there may be more.
func (t *Ranges) Rob(id, victim int) (c Chunk, shared int, ok bool) {
	o, v := &t.own[id], &t.own[victim]
	for i := range v.slots {
		p, outcome := v.slots[i].Steal(&o.counters)
		for outcome == stealq.Lost {
			p, outcome = v.slots[i].Steal(&o.counters)
		}
		if outcome == stealq.Took {
			return t.keep(o, p), int(p.High-p.Low) - 1, true
		}
	}
	return Chunk{}, 0, false
}

// keep returns the first chunk of a claim. First, keep opens the rest of the chunks
// as this worker's own range (R4). Then, if the claim was the last of its range, keep
// lowers the count of open ranges. The count therefore never reads 0 while chunks are
// left (R3).
//
// In the other order a worker might look in vain:
//
//  1. Thief S claims the chunks 6 to 11, the last ones of the only range. The count
//     is 1.
//  2. S lowers the count to 0.
//  3. Worker W reads the count: it is 0. W sees no work. It leaves, or it parks.
//  4. S opens the chunks 7 to 11 as its own range. The count is 1 again.
//
// No object would be lost even then. The end does not come: S has been active since
// before its claim (T1), and Finish succeeds only if no worker was active. And W does not sleep on: S
// wakes sleepers after keep has opened the rest (find.go in package engine). W may park too late for
// this wake-up. Then W has announced itself, and looks once more (L1 in package crew). It sees the
// rest.
func (t *Ranges) keep(o *Own, p stealq.Part) Chunk {
	if p.High-p.Low > 1 {
		t.publish(o, p.Over, p.Low+1, p.High)
	}
	if p.Last {
		t.open.Add(-1)
	}
	object, low, high := policy.Chunk(p.Over, p.Low)
	return Chunk{object, low, high, object == policy.RootsObject}
}
