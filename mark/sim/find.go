package sim

import (
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// refill looks for work in every place where it can be. The order is that of the
// marker's function with this name.
func (s *simulation) refill(w *worker) {
	w.stack, w.bottom, w.held = w.stack[:0], 0, 0
	switch {
	case s.drain(w), s.popDeque(w):
		w.state = taking
	case s.takeChunk(w):
	case s.recoverBlock(w), s.recoverPending(w):
		w.state = taking
	default:
		s.steal(w)
	}
}

// topUp takes up a block if the next batch would be a short one. It returns false if the
// private stack stays empty.
func (s *simulation) topUp(w *worker) bool {
	if w.spare && s.plan.Pace.TopsUp(w.size(), len(w.ring), w.hungry, w.alone) {
		s.takeBlock(w)
	}
	return w.size() > 0
}

// takeBlock moves a block to the private stack, below the refs there.
func (s *simulation) takeBlock(w *worker) {
	if w.spare = w.deque.Len() > 0 || !s.list.Empty(); !w.spare {
		return
	}
	newest := slices.Clone(w.stack[w.bottom:])
	w.stack, w.bottom = w.stack[:0], 0
	if !s.popDeque(w) {
		s.recoverBlock(w)
	}
	w.stack = append(w.stack, newest...)
}

// popDeque moves the newest item of the worker's deque to the private stack.
func (s *simulation) popDeque(w *worker) bool {
	item, ok := w.deque.Pop()
	s.show(w)
	if !ok {
		return false
	}
	w.spare = true
	s.spend(w, ForDeques, s.costs.Push)
	if s.options.Grain == 1 {
		s.trace(w, Step{Did: Pops, Refs: []uint32{uint32(item)}})
		w.stack = append(w.stack, uint32(item))
		w.held = 1
		return true
	}
	s.trace(w, Step{Did: Pops, Refs: s.blocks.refs[item]})
	w.stack = append(w.stack, s.blocks.refs[item]...)
	s.blocks.put(item)
	return true
}

// recoverBlock moves a block from the overflow list to the private stack.
func (s *simulation) recoverBlock(w *worker) bool {
	if s.list.Empty() {
		return false
	}
	n := s.list.Take(w.room(s.pool.Grain()))
	w.spare = true
	s.result.BlocksRecovered++
	s.recovered(w, n, s.costs.Overflow)
	s.seen(-1)
	return true
}

// recoverPending moves refs from the pending bitmap to the private stack.
func (s *simulation) recoverPending(w *worker) bool {
	if s.pending.Empty() {
		return false
	}
	n := s.pending.Take(w.room(policy.RecoverRefs), w.id)
	s.result.RefsRecovered += uint64(n)
	s.recovered(w, n, s.costs.Pend*time.Duration(n))
	s.seen(-n)
	if !w.alone && !s.pending.Empty() {
		s.wake(w, 1)
	}
	return n > 0
}

// room makes room for n refs on the empty stack. The caller writes over them.
func (w *worker) room(n int) []uint32 {
	w.stack = slices.Grow(w.stack[:0], n)
	return w.stack[:n]
}

// recovered pushes the first n refs of the room, which were shared.
func (s *simulation) recovered(w *worker, n int, cost time.Duration) {
	s.spend(w, ForDeques, cost)
	s.trace(w, Step{Did: Recovers, N: n})
	w.stack, w.held = w.stack[:n], n
}

// steal begins to ask other workers. It ends when one of them yields something, or
// when twice as many have been seen empty as there are others.
func (s *simulation) steal(w *worker) {
	if w.alone || s.kind.Shared {
		s.giveUp(w)
		return
	}
	w.Search()
	w.asked = 0
	s.searchers++
	s.attempt(w, stealing, w.Victim())
}

// attempt begins a steal, with a look at the victim.
func (s *simulation) attempt(w *worker, as state, victim int) {
	w.victim = victim
	w.began, w.saw = w.at, s.workers[w.victim].deque.Len() > 0
	s.spend(w, ForStealing, s.costs.Attempt)
	w.state = as
}

// rob ends an attempt. It remembers what the policies will ask for.
func (s *simulation) rob(w *worker) (n int, o stealq.Outcome) {
	n, o = s.outcome(w)
	s.trace(w, Step{Did: Asks, N: w.victim, Moved: n, Outcome: o})
	w.Remember(w.victim, n, o, w.private())
	return n, o
}

// outcome is how a steal ends. The steal is lost if what its look saw has changed
// hands since: another theft has ended, or the deque is empty now.
//
// A worker without work steals. A worker that has work evens out both deques. Then a
// negative n means that -n items went to the victim.
func (s *simulation) outcome(w *worker) (n int, o stealq.Outcome) {
	v := s.workers[w.victim]
	raced := w.saw && s.kind.Loses
	if raced && v.robbed > w.began {
		s.result.StealLost++
		return 0, stealq.Lost
	}
	if w.state == balancing {
		n, o = w.Even(w.victim)
	} else {
		n, o = w.Rob(w.victim)
	}
	s.show(v)
	s.show(w)
	switch {
	case o == stealq.Took:
		v.robbed = s.now
		s.result.Steals++
		s.result.ItemsStolen += uint64(max(n, -n))
	case raced && v.deque.Len() == 0:
		o = stealq.Lost
		s.result.StealLost++
	default:
		s.result.StealEmpty++
	}
	return n, o
}

// stole goes on after a steal by a worker without work.
func (s *simulation) stole(w *worker) {
	n, o := s.rob(w)
	switch o {
	case stealq.Took:
		s.searchers--
		s.wake(w, n-1)
		s.popDeque(w)
		w.state = taking
		return
	case stealq.Lost:
		s.spend(w, ForStealing, s.costs.Lost)
	default:
		w.asked++
		if w.asked >= w.Attempts() {
			s.searchers--
			s.giveUp(w)
			return
		}
	}
	s.attempt(w, stealing, w.Victim())
}
