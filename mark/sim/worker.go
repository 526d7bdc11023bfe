package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// state is what a worker's next event ends.
//
//	          wake           join
//	asleep ─────────> waking ────> ready <───────────────────────────────┐
//	  ^                  ┌────────> │ │                                  │
//	  │                  │     batch│ │none                              │
//	  │ patience         │          v v                                  │
//	  └────────── watching     scanning, slicing, taking ──> balancing ──┤
//	                  ^                 ^       └────────────────────────┘
//	                  │ nothing to take │ took
//	                  └──────────── stealing
type state uint8

const (
	asleep    state = iota // nothing: others wake it
	waking                 // its way from sleep to work
	ready                  // sharing; the next batch is due
	scanning               // the scan of a batch
	slicing                // the scan of a chunk
	taking                 // bringing refs from a shared place
	stealing               // an attempt, for want of work
	balancing              // an attempt though there is work
	watching               // the look for work of an idle worker
)

// worker mirrors the marker's worker.
type worker struct {
	id    int
	state state
	at    time.Duration // of its next event; in an event, its clock
	deque stealq.Deque

	stack    []uint32 // the private stack is stack[bottom:]
	bottom   int
	held     int
	ring     []batch // in flight, the oldest first
	current  batch   // being scanned
	chunk    chunk   // being scanned
	rest     chunk   // what is left of a huge object that is sliced alone
	followed int     // objects one after the other, without a look at the others
	ranges   ownRanges

	alone  bool   // nobody else is awake
	hungry bool   // somebody was idle at the last look
	more   bool   // counted in hoarders
	shown  bool   // its deque is counted in places
	marked uint64 // objects

	policy.Thief // whom it robs, and when

	victim    int           // of the attempt under way
	asked     int           // victims seen empty
	began     time.Duration // when the attempt looked
	saw       bool          // something to steal then
	robbed    time.Duration // when the last theft from this worker ended
	idleSince time.Duration
}

// batch is a batch in flight.
type batch struct {
	refs    [policy.BatchObjects]uint32
	n       int
	apart   int // objects looked at by scan, of those scanned apart
	arrives time.Duration
}

func (b *batch) objects() []uint32 { return b.refs[:b.n] }

// happen carries out the end of what w was doing, and begins the next thing.
func (s *simulation) happen(w *worker) {
	w.at = s.now
	switch w.state {
	case waking:
		s.join(w)
	case ready:
		s.proceed(w)
	case scanning:
		s.scan(w)
	case slicing:
		s.scanChunk(w)
	case taking:
		s.share(w)
	case stealing:
		s.stole(w)
	case balancing:
		s.balanced(w)
	case watching:
		s.look(w)
	}
	s.clock.set(w.id, w.at)
}

// proceed is a turn of the marking loop, function trace of the marker: prefetch,
// and scan what has been in flight the longest; or look for work.
func (s *simulation) proceed(w *worker) {
	if s.onlyOne(w) {
		w.followed++
	}
	for w.size() > 0 && len(w.ring) < s.pace.InFlight {
		s.take(w)
	}
	if len(w.ring) == 0 {
		s.refill(w)
		return
	}
	w.current = w.ring[0]
	w.ring = append(w.ring[:0], w.ring[1:]...)
	s.result.Batches++
	w.state, w.at = scanning, max(w.at, w.current.arrives)+s.batchCost(w.current.objects())
}

// onlyOne reports whether one object is all that is grey, and can be followed like
// an element of a list. With grain 1 it goes through the deque like any other.
func (s *simulation) onlyOne(w *worker) bool {
	if !w.alone || w.size() != 1 || len(w.ring) > 0 || s.options.Grain == 1 {
		return false
	}
	n, _, ok := s.heap.Object(heap.Ref(w.stack[w.bottom]))
	return ok && n <= kernel.SmallRefs
}

// size is the number of refs on the private stack.
func (w *worker) size() int { return len(w.stack) - w.bottom }

// private is the number of grey refs that nobody else can take.
func (w *worker) private() int {
	n := w.size()
	for _, b := range w.ring {
		n += b.n
	}
	return n
}

// take moves a batch from the private stack to the ring.
func (s *simulation) take(w *worker) {
	b := batch{n: s.pace.Take(w.size(), w.hungry, w.alone), arrives: w.at + s.costs.Miss}
	top := len(w.stack) - b.n
	copy(b.refs[:], w.stack[top:])
	w.stack = w.stack[:top]
	w.held = min(w.held, w.size())
	w.ring = append(w.ring, b)
}

// untake moves the newest refs of the ring back to the stack, all but a batch.
func (s *simulation) untake(w *worker) {
	for len(w.ring) > 1 {
		last := w.ring[len(w.ring)-1]
		w.ring = w.ring[:len(w.ring)-1]
		w.stack = append(w.stack, last.objects()...)
	}
}
