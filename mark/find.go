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
	w.Search()
	for asked := 0; asked < w.Attempts() && !w.m.detector.done(); {
		n, outcome := w.rob(w.Victim())
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
	n, outcome = w.Rob(victim)
	w.Remember(victim, n, outcome, w.private())
	return n, outcome
}

// even tries once to even this worker's deque and victim's out. That worker may be
// given something. It is active: the queue gives nothing to one whose Pop has found
// nothing, so nobody has left with such a gift (T2).
func (w *worker) even(victim int) (n int, outcome stealq.Outcome) {
	n, outcome = w.Even(victim)
	w.Remember(victim, n, outcome, w.private())
	return n, outcome
}

// balance tries once to steal although there is work, if the policy says so.
func (w *worker) balance() {
	if !w.Balances(w.alone, w.private()) {
		return
	}
	if n, outcome := w.even(w.Partner()); outcome == stealq.Took {
		w.wake(max(n, -n)) // they are where others can take them
	}
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
