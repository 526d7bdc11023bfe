package mark

import "github.com/seed-3ccf4018/halfmark/stealq"

// refill looks for work in every place where it can be: the worker's own
// deque, open ranges, the overflow list, the pending bitmap, and other workers'
// deques. The private stack is empty, and the worker is active (T1). False does not
// prove that there is no work, because the policy decides which victims are asked.
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

// takeChunk scans a chunk of the roots or of a huge object, from the worker's own
// ranges or a stolen one.
func (w *worker) takeChunk() bool {
	c, shared, ok := w.m.ranges.claim(w.id)
	if !ok {
		return false
	}
	// On their way from one range to the other, the other chunks were in neither. A
	// worker that looked meanwhile may have gone to sleep.
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
		w.wake(1) // while a part of the bitmap is swept, nobody sees the refs in it
	}
	return n > 0
}

// steal asks other workers until it gets something from one, or until twice as many
// have been seen empty as there are. A steal that lost a race does not count: it
// says nothing about whether the victim is empty.
func (w *worker) steal() bool {
	if w.alone || w.m.shared {
		return false // the others sleep, and left with empty deques (T2); or there is one queue for all
	}
	w.Search()
	for asked := 0; asked < w.Attempts() && !w.m.detector.done(); {
		n, outcome := w.rob(w.Victim())
		switch outcome {
		case stealq.Took:
			// On their way from one deque to the other, the items were in neither. A
			// worker that looked meanwhile may have gone to sleep.
			w.wake(n - 1)
			// If another thief has taken them meanwhile, the next refill looks again.
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

// even tries once to even out the deques of this worker and of victim, which may be
// given something. Then victim is active: the queue gives nothing to a worker whose
// Pop has found nothing, so nobody leaves with such a gift (T2).
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
		w.wake(max(n, -n)) // the items are where others can take them
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
