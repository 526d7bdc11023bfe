package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// refill looks for work in every place where it can be, in the order of the
// marker's function of that name.
func (s *simulation) refill(w *worker) {
	w.stack, w.bottom, w.held = w.stack[:0], 0, 0
	switch {
	case s.popDeque(w):
		w.state = taking
	case s.takeChunk(w):
	case s.recoverBlock(w), s.recoverPending(w):
		w.state = taking
	default:
		s.steal(w)
	}
}

// takeChunk begins the scan of a chunk of the roots or of a huge object.
func (s *simulation) takeChunk(w *worker) bool {
	c, shared, ok := s.claim(w)
	if ok {
		s.wake(w, shared)
		s.result.ChunksTaken++
		w.chunk = c
		s.beginChunk(w)
	}
	return ok
}

// popDeque moves the newest item of the worker's deque to the private stack.
func (s *simulation) popDeque(w *worker) bool {
	item, ok := w.deque.Pop()
	s.show(w)
	if !ok {
		return false
	}
	w.at += s.costs.Push
	if s.options.Grain == 1 {
		w.stack = append(w.stack, uint32(item))
		w.held = 1
		return true
	}
	w.stack = append(w.stack, s.blocks.refs[item]...)
	s.blocks.put(item)
	return true
}

// recoverBlock takes a block from the overflow list.
func (s *simulation) recoverBlock(w *worker) bool {
	if s.list.Empty() {
		return false
	}
	n := s.list.Take(w.room(s.pool.Grain()))
	w.stack = w.stack[:n]
	w.held = n
	w.at += s.costs.Overflow
	s.seen(-1)
	return true
}

// recoverPending takes refs from the pending bitmap.
func (s *simulation) recoverPending(w *worker) bool {
	if s.pending.Empty() {
		return false
	}
	n := s.pending.Take(w.room(recoverRefs), w.id)
	w.stack = w.stack[:n]
	w.held = n
	w.at += s.costs.Pend * time.Duration(n)
	s.seen(-n)
	if !s.pending.Empty() {
		s.wake(w, 1)
	}
	return n > 0
}

// room makes the empty stack n refs long, to be written over.
func (w *worker) room(n int) []uint32 {
	w.stack = append(w.stack[:0], make([]uint32, n)...)
	return w.stack
}

// steal begins to ask other workers, until one yields something or twice as many
// as there are have been seen empty.
func (s *simulation) steal(w *worker) {
	if w.alone || s.kind.Shared {
		s.leave(w)
		return
	}
	if s.options.Victim == mark.VictimNeighbour {
		w.turn = 0
	}
	w.asked = 0
	s.searchers++
	s.attempt(w, stealing)
}

// attempt begins a steal: it chooses a victim and looks.
func (s *simulation) attempt(w *worker, as state) {
	w.victim = s.chooseVictim(w)
	w.began, w.saw = w.at, s.workers[w.victim].deque.Len() > 0
	w.at += s.costs.Attempt
	w.state = as
}

// rob ends an attempt and remembers what the policies ask for.
func (s *simulation) rob(w *worker) (n int, o stealq.Outcome) {
	n, o = s.outcome(w)
	switch {
	case n > 0:
		w.lastVictim = w.victim
	case o == stealq.Empty:
		w.lastVictim = w.id // nobody
	}
	if s.options.Steal == mark.StealFactor {
		w.loadThen = s.load(w)
	}
	return n, o
}

// move is what an attempt does: a steal, or, by a worker that has work itself and
// with a queue that can, evening both deques out. n < 0 items went to v.
func (s *simulation) move(w, v *worker) (n int, o stealq.Outcome) {
	if pair, ok := w.deque.(stealq.Balancer); ok && w.state == balancing && s.options.Amount == stealq.Balance {
		return pair.Balance(v.deque)
	}
	return w.deque.Steal(v.deque, s.options.Amount)
}

// outcome is how a steal ends. It is lost if what the look saw has changed
// hands since: another theft has ended, or the deque is empty now.
func (s *simulation) outcome(w *worker) (n int, o stealq.Outcome) {
	v := s.workers[w.victim]
	raced := w.saw && s.kind.Loses
	if raced && v.robbed > w.began {
		s.result.StealLost++
		return 0, stealq.Lost
	}
	n, o = s.move(w, v)
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

// stole goes on after a steal for want of work.
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
		w.at += s.costs.Lost
	default:
		w.asked++
		if w.asked >= 2*(s.options.Workers-1) {
			s.searchers--
			s.leave(w)
			return
		}
	}
	s.attempt(w, stealing)
}

// chooseVictim chooses another worker; there is one.
func (s *simulation) chooseVictim(w *worker) int {
	n := s.options.Workers
	switch s.options.Victim {
	case mark.VictimRoundRobin:
		w.turn = w.turn%(n-1) + 1
		return (w.id + w.turn) % n
	case mark.VictimNeighbour:
		w.turn = w.turn%(n-1) + 1
		offset := (w.turn + 1) / 2
		if w.turn%2 == 0 {
			offset = n - offset
		}
		return (w.id + offset) % n
	case mark.VictimLast:
		last, random := w.lastVictim, w.randomVictim(n)
		if last == w.id {
			last = w.randomVictim(n)
		}
		if s.workers[last].deque.Len() >= s.workers[random].deque.Len() {
			return last
		}
		return random
	}
	return w.randomVictim(n)
}

// randomVictim chooses uniformly among the others of n workers.
func (w *worker) randomVictim(n int) int {
	v := int(w.next() >> 33 % uint64(n-1))
	if v >= w.id {
		v++
	}
	return v
}

// next is splitmix64, the marker's generator.
func (w *worker) next() uint64 {
	w.random += 0x9e3779b97f4a7c15
	z := w.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
