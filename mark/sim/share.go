package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// share is what the marker does after each batch. File share.go of package engine has
// the same functions, and the reasons. Package policy has the decisions.
func (s *simulation) share(w *worker) {
	w.hungry = s.plan.Team > 1 && (w.alone || s.active < s.plan.Team)
	switch {
	case s.options.Grain == 1:
		s.exposeAll(w)
	case w.alone && !s.recruits(w):
	case w.hungry && !s.excludesOthers(w, s.plan.Pace.Recruit):
		if !w.alone {
			s.feedOwners(w)
		}
		s.feedOthers(w)
	}
	s.makeRoom(w)
	if w.Balances(w.alone, w.private()) { // a steal by a worker that has work
		s.attempt(w, balancing, w.Partner())
		return
	}
	s.shared(w)
}

// shared ends share. It publishes whether more than a batch is private.
func (s *simulation) shared(w *worker) {
	s.hoard(w, s.plan.Others > 0 && policy.Hoards(w.private()+w.unsent()))
	w.state = ready
}

// hoard counts whether w is a hoarder.
func (s *simulation) hoard(w *worker, more bool) { s.hoarders += change(&w.more, more) }

// feedOthers gives away half of what is private, if this worker's deque has nothing
// to steal. Somebody is idle.
func (s *simulation) feedOthers(w *worker) {
	alone := w.alone
	if alone {
		if s.plan.Pace.Excludes(w.private(), w.deque) && s.places == 0 {
			return
		}
		s.tells(w)
	}
	switch s.plan.Pace.Feed(alone, w.private(), w.deque) {
	case policy.Exposed:
		s.trace(w, Step{Did: Exposes})
		s.show(w)
		s.wake(w, 1)
	case policy.Give:
		if policy.Recalls(w.size(), w.private()) {
			s.makeRoom(w)
			s.untake(w)
		}
		s.giveOldest(w, policy.Half(w.size(), w.private()))
	}
}

// excludesOthers makes w the holder of the exclusive bit, if it holds little and nobody
// else has anything.
func (s *simulation) excludesOthers(w *worker, limit int) bool {
	if w.alone || !s.plan.Excludes || s.active > 1 || s.places > 0 || !s.plan.Pace.Excludes(w.private(), w.deque) || w.private()+s.onTheWay(w) > limit {
		return false
	}
	w.alone, s.exclusive = true, true
	s.result.ExclusiveSpells++
	s.absorb(w)
	s.rouseSpeculators()
	return true
}

// tells reports whether others are to be woken for what w is about to publish. If w
// holds the exclusive bit, tells clears the bit, and wakes sleepers for what is visible
// already.
func (s *simulation) tells(w *worker) bool {
	if s.plan.Team == 1 || !s.recruits(w) {
		return false
	}
	if w.alone {
		s.clear(w)
		s.wake(w, s.visibleItems(w))
	}
	return true
}

// visibleItems is how many workers a lone worker can keep busy with what it has published.
func (s *simulation) visibleItems(w *worker) int {
	if !s.list.Empty() || !s.pending.Empty() {
		return s.plan.Team
	}
	return w.deque.Len() + s.ranges.Open()
}

// recruits reports whether there is anybody to share with. Until the worker that begins a
// mark alone wakes another, all chunks that were taken are its own.
func (s *simulation) recruits(w *worker) bool {
	return s.plan.Pace.Recruits(w.first, w.marked, s.result.ChunksTaken)
}

// makeRoom ensures that the references of a batch would fit on the marker's stack.
func (s *simulation) makeRoom(w *worker) {
	if len(w.stack) <= policy.StackHigh {
		return
	}
	s.giveOldest(w, policy.Excess(w.size()))
	w.stack = append(w.stack[:0], w.stack[w.bottom:]...)
	w.bottom = 0
}

// giveOldest publishes the n oldest refs of the private stack.
func (s *simulation) giveOldest(w *worker, n int) {
	s.publish(w, w.stack[w.bottom:w.bottom+n])
	w.bottom += n
	w.held = max(0, w.held-n)
}

// exposeAll publishes every ref that was found by scanning.
func (s *simulation) exposeAll(w *worker) {
	keep := w.bottom + w.held
	s.publish(w, w.stack[keep:])
	w.stack = w.stack[:keep]
	if n := policy.Shown(w.held, w.deque); n > 0 {
		n = s.pushDeque(w, w.stack[w.bottom:w.bottom+n])
		w.bottom += n
		w.held -= n
		s.wake(w, n)
	}
}

// publish puts refs where other workers can take them.
func (s *simulation) publish(w *worker, refs []uint32) {
	if len(refs) == 0 {
		return
	}
	w.spare = true
	tells := s.tells(w)
	n := s.pushDeque(w, refs)
	items := policy.Pieces(n, s.options.Grain) + s.overflow(w, refs[n:])
	if tells {
		s.wake(w, items)
	}
}

// pushDeque pushes refs on the worker's own deque, in blocks of up to a grain. It
// returns how many refs fitted. There is a block for each place in a deque.
func (s *simulation) pushDeque(w *worker, refs []uint32) (n int) {
	for n < len(refs) {
		part := refs[n:min(n+s.options.Grain, len(refs))]
		item := uint64(part[0])
		if s.options.Grain > 1 {
			item = s.blocks.fill(part)
		}
		if !w.deque.Push(item) {
			if s.options.Grain > 1 {
				s.blocks.put(item)
			}
			break
		}
		s.spend(w, ForDeques, s.costs.Push)
		s.result.Pushes++
		s.trace(w, Step{Did: Pushes, Refs: part})
		n += len(part)
	}
	s.show(w)
	return n
}

// overflow puts refs on the overflow list. If the list's pool is exhausted, it puts
// the rest into the pending bitmap. It returns how many workers these refs can keep
// busy.
func (s *simulation) overflow(w *worker, refs []uint32) (pieces int) {
	stored := s.list.Publish(refs)
	pieces = policy.Pieces(stored, s.pool.Grain())
	s.result.BlocksOverflowed += uint64(pieces)
	s.spend(w, ForDeques, s.costs.Overflow*time.Duration(pieces))
	s.seen(pieces)
	refs = refs[stored:]
	for _, ref := range refs {
		if s.pending.Add(ref) {
			s.result.PendingAdded++
			s.seen(1)
		}
	}
	s.spend(w, ForDeques, s.costs.Pend*time.Duration(len(refs)))
	return pieces + policy.Pieces(len(refs), policy.RecoverRefs)
}

// balanced is the end of a steal by a worker that has work.
func (s *simulation) balanced(w *worker) {
	if n, outcome := s.rob(w); outcome == stealq.Took {
		s.wake(w, max(n, -n))
	}
	s.shared(w)
}

// blocks are the refs for which the items of deques stand. The deques bound their
// number. Memory is allocated only for those that have been in use at the same time.
type blocks struct {
	refs [][]uint32
	free []uint64
}

// fill copies refs to a free block and returns its handle.
func (b *blocks) fill(refs []uint32) uint64 {
	if len(b.free) == 0 {
		b.refs = append(b.refs, nil)
		b.free = append(b.free, uint64(len(b.refs)-1))
	}
	item := b.free[len(b.free)-1]
	b.free = b.free[:len(b.free)-1]
	b.refs[item] = append(b.refs[item][:0], refs...)
	return item
}

// put frees a block.
func (b *blocks) put(item uint64) { b.free = append(b.free, item) }
