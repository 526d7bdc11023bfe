package mark

import "github.com/seed-3ccf4018/halfmark/stealq"

// refill looks for work in every place where it can be: the worker's own
// deque, open ranges, the overflow list, the pending bitmap, and other workers'
// deques. The private stack is empty, and the worker is active (T1). False is
// no proof that there is nothing: which victims are asked is up to the policy.
// The proof is the look that await takes.
func (w *worker) refill() bool {
	w.bottom, w.top, w.held = 0, 0, 0
	return w.popDeque() || w.takeChunk() || w.recoverBlock() || w.recoverPending() || w.steal()
}

// popDeque moves the newest item of the worker's deque to the private stack.
func (w *worker) popDeque() bool {
	item, ok := w.deque.Pop()
	if !ok {
		return false
	}
	if w.m.options.Grain == 1 {
		w.stack[w.top] = uint32(item)
		w.top++
		w.held = 1
		return true
	}
	b := block(item)
	w.top += copy(w.stack[w.top:], w.m.blocks.Refs(b))
	w.m.blocks.Put(b)
	return true
}

// takeChunk scans a chunk of the roots or of a huge object: of the worker's own
// ranges, or stolen.
func (w *worker) takeChunk() bool {
	c, shared, ok := w.m.ranges.claim(w.id)
	if !ok {
		return false
	}
	// On their way from range to range the others were in neither: who looked
	// meanwhile may have gone to sleep.
	w.wake(shared)
	w.stats.ChunksTaken++
	w.scanner.scanChunk(w, c)
	return true
}

// recoverBlock takes a block from the overflow list.
func (w *worker) recoverBlock() bool {
	n := w.m.list.Take(w.stack[w.top:])
	if n == 0 {
		return false
	}
	w.stats.BlocksRecovered++
	w.top += n
	w.held = w.size()
	return true
}

// recoverPending takes refs from the pending bitmap.
func (w *worker) recoverPending() bool {
	n := w.m.pending.Take(w.stack[w.top:w.top+recoverRefs], w.id)
	w.stats.RefsRecovered += uint64(n)
	w.top += n
	w.held = w.size()
	if n > 0 && !w.m.pending.Empty() {
		w.wake(1) // while a chunk is swept its refs are nowhere to be seen
	}
	return n > 0
}

// steal asks other workers until one yields something or twice as many as
// there are have been seen empty. A steal that lost a race does not count: it
// says nothing about whether the victim is empty.
func (w *worker) steal() bool {
	if w.alone || w.m.shared {
		return false // the others sleep, and left with empty deques (T2); or all have one queue
	}
	if w.m.options.Victim == VictimNeighbour {
		w.turn = 0 // the nearest first
	}
	for asked := 0; asked < 2*(w.m.options.Workers-1) && !w.m.detector.done(); {
		n, outcome := w.rob(w.victim())
		switch outcome {
		case stealq.Took:
			// On their way from deque to deque the items were in neither: who
			// looked meanwhile may have gone to sleep.
			w.wake(n - 1)
			// If a thief has been faster, there is work to look for again.
			w.popDeque()
			return true
		case stealq.Empty:
			asked++
		}
	}
	return false
}

// rob tries once to steal from victim.
func (w *worker) rob(victim int) (n int, outcome stealq.Outcome) {
	n, outcome = w.deque.Steal(w.m.workers[victim].deque, w.m.options.Amount)
	w.remember(victim, n, outcome)
	return n, outcome
}

// even tries once to even this worker's deque and victim's out: in both
// directions if the queue can and the amount is Balance, otherwise by stealing.
// n < 0 items went to victim. That worker is active: the queue gives nothing to
// one whose Pop has found nothing, so nobody has left with such a gift (T2).
func (w *worker) even(victim int) (n int, outcome stealq.Outcome) {
	pair, ok := w.deque.(stealq.Balancer)
	if !ok || w.m.options.Amount != stealq.Balance {
		return w.rob(victim)
	}
	n, outcome = pair.Balance(w.m.workers[victim].deque)
	w.remember(victim, n, outcome)
	return n, outcome
}

// remember keeps what the policies ask for of an attempt on victim.
func (w *worker) remember(victim, n int, outcome stealq.Outcome) {
	switch {
	case n > 0:
		w.lastVictim = victim
	case outcome == stealq.Empty:
		w.lastVictim = w.id // nobody
	}
	if w.m.options.Steal == StealFactor {
		w.loadThen = w.load()
	}
}

// balance tries once to steal although there is work, if the policy says so
// (Hendler and Shavit, PODC 2002, figure 2).
func (w *worker) balance() {
	if w.m.options.Steal == StealOnEmpty || w.alone || w.m.options.Workers == 1 || !w.shouldBalance() {
		return
	}
	if w.m.options.Victim == VictimNeighbour {
		w.turn %= 2
	}
	if n, outcome := w.even(w.victim()); outcome == stealq.Took {
		w.wake(max(n, -n)) // they are where others can take them
	}
}

// shouldBalance decides whether a worker with this load tries to steal.
func (w *worker) shouldBalance() bool {
	load := w.load()
	if w.m.options.Steal == StealProbabilistic {
		return load <= 1 || w.next()>>32%uint64(load) == 0
	}
	return load != w.loadThen && (load >= loadFactor*w.loadThen || loadFactor*load <= w.loadThen)
}

// load is what the worker holds, in items of a deque.
func (w *worker) load() int { return w.deque.Len() + w.private()/w.m.options.Grain }

// victim chooses another worker; there is one.
func (w *worker) victim() int {
	n := w.m.options.Workers
	switch w.m.options.Victim {
	case VictimRoundRobin:
		w.turn = w.turn%(n-1) + 1
		return (w.id + w.turn) % n
	case VictimNeighbour:
		// Offsets +1, -1, +2, -2, ... around the ring of workers.
		w.turn = w.turn%(n-1) + 1
		offset := (w.turn + 1) / 2
		if w.turn%2 == 0 {
			offset = n - offset
		}
		return (w.id + offset) % n
	case VictimLast:
		last, random := w.lastVictim, w.randomVictim()
		if last == w.id {
			last = w.randomVictim()
		}
		if w.m.workers[last].deque.Len() >= w.m.workers[random].deque.Len() {
			return last
		}
		return random
	}
	return w.randomVictim()
}

// randomVictim chooses uniformly among the others.
func (w *worker) randomVictim() int {
	v := int(w.next() >> 33 % uint64(w.m.options.Workers-1))
	if v >= w.id {
		v++
	}
	return v
}

// next is splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014): reproducible, one addition of state.
func (w *worker) next() uint64 {
	w.random += 0x9e3779b97f4a7c15
	z := w.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// workVisible reports whether any shared place seems to hold work. It is what
// idle workers watch, and the look that the end of a mark depends on.
func (m *Marker) workVisible() bool {
	if m.ranges.open.Load() > 0 || !m.list.Empty() || !m.pending.Empty() {
		return true
	}
	for _, w := range m.workers {
		if w.deque.Len() > 0 {
			return true
		}
	}
	return false
}
