package mark

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// share is called after each batch. It makes room on the stack, puts work where
// others can take it, and looks whether the mark has been cancelled, or the user is to be told
// about its progress.
//
// With grain 1 every ref goes through the deque, as in the papers. With a larger
// grain the worker keeps its refs private, where a push costs one store. When
// somebody is idle, and the worker's deque has nothing to steal, it gives half of its
// refs away.
func (w *worker) share() {
	w.m.pollContext()
	w.reportProgress(0)
	w.othersIdle = w.m.plan.Team > 1 && (w.Alone || w.m.crew.Active() < w.m.plan.Useful)
	switch {
	case w.Grain == 1:
		w.exposeAll()
	case w.Alone && !w.recruits():
	case w.othersIdle && !w.excludesOthers(w.m.plan.Pace.Recruit):
		if !w.Alone {
			w.sendAll(true)
		}
		w.feedOthers()
	}
	w.makeRoom()
	w.balance()
	w.EndBatch(w.Private() + w.Unsent())
	w.probe.Batch()
}

// feedOthers gives away half of what is private, if this worker's deque has nothing
// to steal. Somebody is idle.
func (w *worker) feedOthers() {
	alone := w.Alone
	if alone {
		if w.m.plan.Pace.Excludes(w.Private(), w.Deque) && !w.hasShown() {
			return // too little for two
		}
		w.endExclusive()
	}
	switch w.m.plan.Pace.Feed(alone, w.Private(), w.Deque) {
	case policy.Exposed:
		w.wake(1)
	case policy.Give:
		if policy.Recalls(w.Size(), w.Private()) {
			w.makeRoom()
			w.Untake()
		}
		w.giveOldest(policy.Half(w.Size(), w.Private()))
	}
}

// hasShown reports whether something is visible that the holder of the exclusive bit has
// published. Nobody else publishes meanwhile. So once nothing is visible it need not look
// again: along a list the looks would take a tenth of the time.
func (w *worker) hasShown() bool {
	w.mayShow = w.mayShow && w.m.workVisible()
	return w.mayShow
}

// excludesOthers makes this worker the holder of the exclusive bit, if it holds little and
// nobody else has anything. What it holds and what is on the way to others must be at most
// limit references. It reports whether it does so.
func (w *worker) excludesOthers(limit int) bool {
	if w.Alone || !w.m.plan.Excludes || !w.m.plan.Pace.Excludes(w.Private(), w.Deque) {
		return false
	}
	state, ok := w.m.crew.Lone()
	if !ok || w.m.workVisible() || w.Private()+w.OnTheWay() > limit || !w.Exclude(state, w.Scanned) {
		return false
	}
	w.setClaimer()
	w.mayShow = false
	w.stats.ExclusiveSpells++
	w.absorb()
	return true
}

// endExclusive reports whether others are to be woken for what this worker is about to publish. If
// so, and if this worker holds the exclusive bit, endExclusive clears the bit, and wakes
// sleepers for what is visible already: what was published while nobody was to come.
//
// The caller publishes after that, and wakes last: see crew.Detector.Clear.
func (w *worker) endExclusive() bool {
	if w.m.plan.Team == 1 || !w.recruits() {
		return false
	}
	if w.Alone {
		w.Clear()
		w.setClaimer()
		w.wake(w.visibleItems())
	}
	return true
}

// visibleItems is how many workers a lone worker can keep busy with what it has published.
func (w *worker) visibleItems() int {
	if w.Overflowed() {
		return w.m.plan.Team
	}
	return w.Deque.Len() + w.m.ranges.Open()
}

// recruits reports whether there is anybody to share with. The worker that begins a mark
// alone shares with nobody until it is worth waking somebody.
func (w *worker) recruits() bool {
	if limit := w.m.plan.Pace.Patience; limit > 0 && w.Alone {
		return w.SoloEnds(limit, w.Scanned)
	}
	return w.m.plan.Pace.Recruits(w.First, w.Marked, w.stats.ChunksTaken)
}

// makeRoom ensures that the references of a whole batch fit on the stack.
func (w *worker) makeRoom() {
	if w.Top <= stackHigh {
		return
	}
	if n := policy.Excess(w.Size()); n > 0 {
		w.giveOldest(n)
	}
	w.Compact()
}

// giveOldest publishes the n oldest refs of the private stack.
func (w *worker) giveOldest(n int) {
	w.publish(w.Refs[w.Bottom : w.Bottom+n])
	w.Drop(n)
}

// exposeAll publishes every ref that was found by scanning. The refs that refill took
// from a shared place stay: they are scanned next. But if there are several of them
// and the deque is empty, then all but one go to the deque, as far as they fit.
func (w *worker) exposeAll() {
	keep := w.Bottom + w.FromShared
	w.publish(w.Refs[keep:w.Top])
	w.Top = keep
	if n := policy.Shown(w.FromShared, w.Deque); n > 0 {
		n = w.PushDeque(w.Refs[w.Bottom : w.Bottom+n])
		w.Drop(n)
		w.wake(n)
	}
}

// publish puts refs where other workers can take them, and wakes workers for them.
func (w *worker) publish(refs []uint32) {
	if len(refs) == 0 {
		return
	}
	w.mayShow = true
	wakes := w.endExclusive()
	if items := w.Publish(refs); wakes {
		w.wake(items)
	}
}
