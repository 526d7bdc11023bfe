package costs

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Bound has two times below which no mark of a heap can go with given costs, whatever its policies cost.
// [Bounds] computes it.
//
// Work is the sum of the scans of all live objects and chunks. With P workers a mark takes at least Work/P.
//
// Span is the longest time until an object is scanned, if every object is found by the shortest chain of
// scans. To be marked, an object must be found by the scan of another object, or of the roots:
//
//	earliest(v) = min over all u that refer to v of earliest(u) + scan(u)
//	Span        = max over all live v of earliest(v) + scan(v)
//
// scan(v) includes the cache miss before it. The chunks of a huge object are scanned at once, after its
// header. Span does not hold for speculation, which marks objects without a scan of what refers to them.
//
// A speedup is the time of one worker divided by the time of many. It is at most the time of one worker
// divided by Span, which is called the ceiling. It is also at most the time of one worker divided by Work/P.
type Bound struct {
	Work, Span time.Duration
	Live       uint64 // how many objects are reachable
}

// Ceiling returns the speedup that no number of workers exceeds. one is the time of a mark by one worker. It
// returns 0 if nothing is live.
func (b *Bound) Ceiling(one time.Duration) float64 { return Ratio(one, b.Span) }

// Limit returns the speedup that this number of workers cannot exceed: the lesser of Ceiling and WorkLimit.
// one is the time of a mark by one worker.
func (b *Bound) Limit(one time.Duration, workers int) float64 {
	return min(b.Ceiling(one), b.WorkLimit(one, workers))
}

// WorkLimit returns one/(Work/workers), the limit that the work sets. It may be above the number of workers.
// One worker also waits for memory, and several workers can wait at the same time.
func (b *Bound) WorkLimit(one time.Duration, workers int) float64 {
	return float64(workers) * Ratio(one, b.Work)
}

// Ratio returns a/b: the speedup of something that took time a and takes time b. It returns 0 if b is 0.
func Ratio[N ~int64 | ~uint64](a, b N) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Bounds computes the bound of a heap. While it runs, it takes as much memory as the arena, and 16 bytes for
// each reference that leads to an object sooner than all before. Any goroutine may call it.
//
// The error says that a cost is invalid, that ctx was cancelled, or that the heap is damaged. The algorithm
// is that of Dijkstra, with a radix heap.
func Bounds(ctx context.Context, h *heap.Heap, costs Costs) (*Bound, error) {
	if err := costs.Validate(); err != nil {
		return nil, err
	}
	s := search{heap: h, costs: costs, earliest: slices.Repeat([]time.Duration{math.MaxInt64}, int(h.Granules()))}
	s.chunks(0, uint32(len(h.Roots())), func(i uint32) heap.Ref { return h.Roots()[i] })
	for polls := 0; ; polls++ {
		if polls%(1<<16) == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("sim: stopped before the bound was known: %w", context.Cause(ctx))
		}
		at, obj, ok := s.queue.pop()
		switch {
		case !ok || s.damage != nil:
			return &s.bound, s.damage
		case at == s.earliest[obj]: // not found by a shorter chain since it was queued
			s.settle(at, obj)
		}
	}
}

// search is one run of the algorithm.
type search struct {
	heap     *heap.Heap
	costs    Costs
	earliest []time.Duration // by Ref
	queue    radixHeap
	bound    Bound
	damage   error
}

// settle follows the references of an object that can be marked at the time at, and not earlier. If workers and deques cost
// nothing, it is prefetched when it is marked.
func (s *search) settle(at time.Duration, obj heap.Ref) {
	n, _, ok := s.heap.Object(obj)
	if !ok {
		s.damage = fmt.Errorf("sim: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap first", obj)
		return
	}
	s.bound.Live++
	at += s.costs.Miss
	if n > policy.ChunkRefs {
		s.scanned(at+s.costs.Small(0), s.costs.Small(0))
		s.chunks(at+s.costs.Small(0), n, func(i uint32) heap.Ref { return s.heap.RefAt(obj, i) })
		return
	}
	s.scanned(at+s.costs.Small(n), s.costs.Small(n))
	for i := range n {
		s.reach(at+s.costs.Small(n), s.heap.RefAt(obj, i))
	}
}

// chunks follows n references, chunk by chunk. The scans of all chunks begin at the
// time at.
func (s *search) chunks(at time.Duration, n uint32, ref func(uint32) heap.Ref) {
	for low := uint32(0); low < n; {
		high := low + min(policy.ChunkRefs, n-low)
		cost := s.costs.OfChunk(high - low)
		s.scanned(at+cost, cost)
		for i := low; i < high; i++ {
			s.reach(at+cost, ref(i))
		}
		low = high
	}
}

// scanned adds a scan that takes cost, and that cannot end before end.
func (s *search) scanned(end, cost time.Duration) {
	s.bound.Span = max(s.bound.Span, end)
	s.bound.Work += cost
}

// reach records that an object can be marked at the time at.
func (s *search) reach(at time.Duration, to heap.Ref) {
	switch {
	case to == heap.Nil:
	case uint64(to) >= uint64(len(s.earliest)):
		s.damage = fmt.Errorf("sim: the arena is damaged: a reference leads to granule %d of %d; check the heap first", to, len(s.earliest))
	case at < s.earliest[to]:
		s.earliest[to] = at
		s.queue.push(at, to)
	}
}

// radixHeap is a queue of objects by time. Time does not go back: no worker pushes an
// object with a time before that of the object popped last.
//
// The source is Ahuja, Mehlhorn, Orlin and Tarjan, "Faster Algorithms for the
// Shortest Path Problem" (JACM 37(2), 1990), section 1.
//
//	last     0110100
//	bucket 0   the times that equal last
//	bucket k   the times that differ from last in bit k-1, and in no higher bit
type radixHeap struct {
	last    time.Duration
	buckets [65][]dated
}

type dated struct {
	at  time.Duration
	obj heap.Ref
}

func (q *radixHeap) push(at time.Duration, obj heap.Ref) {
	k := bits.Len64(uint64(at ^ q.last))
	q.buckets[k] = append(q.buckets[k], dated{at, obj})
}

// pop takes an object of the least time.
//
// When bucket 0 is empty, pop takes the first bucket that holds something, and deals
// its entries out anew. last becomes the least time of this bucket. Relative to it
// each entry belongs in a lower bucket. So an entry moves at most 64 times.
func (q *radixHeap) pop() (time.Duration, heap.Ref, bool) {
	if len(q.buckets[0]) == 0 {
		k := 1
		for len(q.buckets[k]) == 0 {
			if k++; k == len(q.buckets) {
				return 0, 0, false
			}
		}
		moved := q.buckets[k]
		q.buckets[k] = nil
		q.last = moved[0].at
		for _, d := range moved {
			q.last = min(q.last, d.at)
		}
		for _, d := range moved {
			q.push(d.at, d.obj)
		}
		q.buckets[k] = moved[:0]
	}
	first := q.buckets[0]
	d := first[len(first)-1]
	q.buckets[0] = first[:len(first)-1]
	return d.at, d.obj, true
}
