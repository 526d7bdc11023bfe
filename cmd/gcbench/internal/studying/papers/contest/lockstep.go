package contest

import (
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A lockstep marks a heap with real deques and one goroutine: workers take turns,
// and in its turn each scans one object or makes one attempt to find one. Every
// object goes through a deque, as in the papers. The counts depend on the heap,
// the deque and the seed alone, which they do not with workers that run at once;
// a lockstep cannot show a race.
type lockstep struct {
	amount   stealq.Amount
	workers  []stealq.Deque
	heap     *heap.Heap
	marks    *heap.Bitmap
	grey     int // objects marked and not scanned
	overflow []heap.Ref
	random   *rand.Rand
	tally    tally
}

// tally is what one lockstep mark counted.
type tally struct {
	Objects    int // marked
	Peak       int // items in a deque, at most
	Overflowed int // objects that a full deque refused
	stealq.Counters
}

// perObject divides by the objects marked.
func (t *tally) perObject(n uint64) float64 { return float64(n) / float64(max(1, t.Objects)) }

// strong is the number of compare-and-swaps and other read-modify-writes.
func (t *tally) strong() uint64 { return t.CAS + t.RMW }

// itemsPerSteal is 0 if nothing was stolen.
func (t *tally) itemsPerSteal() float64 { return float64(t.ItemsStolen) / float64(max(1, t.Took)) }

const lockstepWorkers = 8

// markInLockstep marks h with deques of that capacity. Where all share one queue
// it holds as much as all deques of the other kinds together.
func markInLockstep(k *stealq.Kind, h *heap.Heap, capacity int, seed uint64) tally {
	if k.Shared {
		capacity = min(capacity*lockstepWorkers, stealq.MaxCapacity)
	}
	l := &lockstep{
		amount: k.Amounts[0], workers: k.New(lockstepWorkers, capacity),
		heap: h, marks: heap.NewBitmap(h.Granules()), random: rand.New(rand.NewPCG(seed, 4)),
	}
	for i, root := range h.Roots() {
		l.mark(l.workers[i%lockstepWorkers], root)
	}
	for l.grey > 0 {
		for i := range l.workers {
			l.turn(i)
		}
	}
	for _, w := range l.workers {
		l.tally.Add(w.Counters())
	}
	return l.tally
}

// turn is one worker's: scan an object, its own newest first, or one that has
// overflowed, or try a steal.
func (l *lockstep) turn(i int) {
	w := l.workers[i]
	if item, ok := w.Pop(); ok {
		l.scan(w, heap.Ref(item))
		return
	}
	if n := len(l.overflow); n > 0 {
		item := l.overflow[n-1]
		l.overflow = l.overflow[:n-1]
		l.scan(w, item)
		return
	}
	victim := l.random.IntN(lockstepWorkers - 1)
	if victim >= i {
		victim++
	}
	w.Steal(l.workers[victim], l.amount)
	l.tally.Peak = max(l.tally.Peak, w.Len())
}

// scan marks what an object refers to.
func (l *lockstep) scan(w stealq.Deque, r heap.Ref) {
	l.grey--
	for _, to := range l.heap.Refs(r) {
		l.mark(w, to)
	}
}

// mark marks an object that is not yet, and keeps it for scanning.
func (l *lockstep) mark(w stealq.Deque, r heap.Ref) {
	if r == heap.Nil || !l.marks.TestAndSet(r) {
		return
	}
	l.tally.Objects++
	l.grey++
	if w.Push(uint64(r)) {
		l.tally.Peak = max(l.tally.Peak, w.Len())
		return
	}
	l.tally.Overflowed++
	l.overflow = append(l.overflow, r)
}
