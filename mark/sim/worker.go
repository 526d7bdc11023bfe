package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// state says what a worker is doing. The worker's next event ends it.
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
//
// A thin frontier is scanned in state chasing instead of scanning. A watching worker may
// speculate for the one that does this.
type state uint8

const (
	asleep      state = iota // sleeps until another worker wakes it
	waking                   // is on its way from sleep to work
	watching                 // is idle, and looks for work
	speculating              // is idle, and moves its cursors
	stealing                 // tries to steal because it has no work
	ready                    // has shared; the next batch is due; from here on a worker has work
	scanning                 // scans a batch
	slicing                  // scans a chunk
	taking                   // brings refs from a shared place
	balancing                // tries to steal though it has work
	departing                // publishes what it forwards, and then leaves
	chasing                  // scans a thin frontier
	states
)

// worker stands for a worker of the marker, and has the same fields where it can.
type worker struct {
	id    int
	state state
	at    time.Duration // the time of its next event; during an event, its clock
	deque stealq.Deque

	stack    []uint32 // the private stack is stack[bottom:]
	bottom   int
	held     int
	ring     []batch      // in flight, the oldest first
	current  batch        // the batch that is being scanned
	chunk    ranges.Chunk // the chunk that is being scanned
	rest     ranges.Chunk // what is left of a huge object that this worker scans alone
	followed int          // how many objects it has scanned one after the other, as in a list

	alone  bool   // it holds the exclusive bit
	first  bool   // it has held the bit since the mark began
	hungry bool   // somebody was idle at the last look
	more   bool   // it is counted in hoarders
	spare  bool   // its deque or the overflow list had a block at the last look
	shown  bool   // its deque is counted in places
	marked uint64 // how many objects it has marked

	chains *chain.Cursors // nil if the mark may not speculate
	gate   policy.Gate
	chase  chase // the one that is under way

	policy.Thief // whom it robs, and when
	mail         // what it forwards, and what is forwarded to it

	victim    int           // the victim of the attempt that is under way
	asked     int           // how many victims it has seen empty
	began     time.Duration // when the attempt looked at its victim
	saw       bool          // whether there was something to steal then
	robbed    time.Duration // when the last theft from this worker ended
	idleSince time.Duration

	spent Accounts // during the event that is happening
	works bool     // it has work, and does what doing says
	doing Account
}

// batch is a batch in flight.
type batch struct {
	refs    [policy.BatchObjects]uint32
	n       int
	apart   int // how many objects scan has already looked at, for those that are scanned apart
	arrives time.Duration
}

func (b *batch) objects() []uint32 { return b.refs[:b.n] }

// happen carries out the end of what w was doing. Then it begins the next thing.
func (s *simulation) happen(w *worker) {
	w.at = s.now
	if w.works {
		s.doing[w.doing]--
	}
	ends[w.state](s, w)
	s.enter(w)
	s.clock.Set(w.id, w.at)
}

// ends are what happens at the end of each state.
var ends = [...]func(s *simulation, w *worker){
	waking:      (*simulation).arrive,
	ready:       (*simulation).proceed,
	scanning:    (*simulation).scan,
	slicing:     (*simulation).scanChunk,
	taking:      (*simulation).share,
	stealing:    (*simulation).stole,
	balancing:   (*simulation).balanced,
	departing:   (*simulation).depart,
	chasing:     (*simulation).thinRound,
	speculating: (*simulation).speculated,
	watching:    (*simulation).look,
}

// proceed is a turn of the marking loop, as in function trace of the marker.
func (s *simulation) proceed(w *worker) {
	if !s.isThin(w) || !s.followThin(w) {
		s.proceedInBatches(w)
	}
}

// proceedInBatches prefetches, and scans the batch that has been in flight for longest. If
// there is none, it looks for work.
func (s *simulation) proceedInBatches(w *worker) {
	for len(w.ring) < s.plan.Pace.InFlight && s.topUp(w) {
		s.take(w)
	}
	if len(w.ring) == 0 {
		s.refill(w)
		return
	}
	s.scanOldest(w)
}

// scanOldest begins the scan of the batch that has been in flight for longest.
func (s *simulation) scanOldest(w *worker) {
	w.current = w.ring[0]
	w.ring = append(w.ring[:0], w.ring[1:]...)
	s.result.Batches++
	w.state = scanning
	s.spend(w, ForMemory, max(0, w.current.arrives-w.at))
	s.spend(w, ForScans, s.batchCost(w.current.objects()))
}

// size is how many refs are on the private stack.
func (w *worker) size() int { return len(w.stack) - w.bottom }

// private is how many grey refs nobody else can take.
func (w *worker) private() int {
	n := w.size()
	for _, b := range w.ring {
		n += b.n
	}
	return n
}

// take moves a batch from the private stack to the ring.
func (s *simulation) take(w *worker) {
	b := batch{n: s.plan.Pace.Take(w.size(), w.hungry, w.alone), arrives: w.at + s.costs.Miss}
	top := len(w.stack) - b.n
	copy(b.refs[:], w.stack[top:])
	w.stack = w.stack[:top]
	w.held = min(w.held, w.size())
	w.ring = append(w.ring, b)
}

// untake moves the batches in the ring back to the stack, all but the oldest one.
func (s *simulation) untake(w *worker) {
	for len(w.ring) > 1 {
		last := w.ring[len(w.ring)-1]
		w.ring = w.ring[:len(w.ring)-1]
		w.stack = append(w.stack, last.objects()...)
	}
}
