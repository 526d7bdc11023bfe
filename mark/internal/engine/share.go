package engine

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// share is called after each batch. It makes room on the stack, puts work where
// others can take it, and looks whether the mark has been cancelled, or the user is to be told
// about its progress.
//
// With grain 1 every ref goes through the deque, as in the papers. With a larger
// grain the worker keeps its refs private, where a push costs one store. When another
// worker is idle, and this worker's deque has nothing to steal, it gives half of its
// refs away.
func (w *worker) share() {
	w.m.pollContext()
	w.reportProgress(0)
	w.Processor.Counts()
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
// to steal. Another worker is idle.
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
// published. No other worker publishes meanwhile. Once nothing is visible it need not look
// again: along a list the looks would take a tenth of the time.
func (w *worker) hasShown() bool {
	w.mayShow = w.mayShow && w.m.workVisible()
	return w.mayShow
}

// excludesOthers makes this worker the holder of the exclusive bit, if it holds little and
// no other worker has anything. The references that it holds, and those on the way to
// others, must be at most limit. It reports whether it does so.
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

// takesBack is for a worker that has found nothing to take. If something is on its way to
// other owners, and no other worker is active, the worker takes it back: it becomes the
// holder of the exclusive bit. Otherwise each step along a list would wait for another
// worker, and the end of a small mark would wait until a sleeping one has been woken.
//
// If another worker is active, it shuts, so that the last of them can do the same.
func (w *worker) takesBack() bool {
	if (w.Unsent() > 0 || w.m.net.Any()) && w.excludesOthers(policy.TakeBack) {
		return true
	}
	if w.m.plan.Closes && w.Shut() && w.m.workVisible() {
		w.wake(w.m.plan.Team) // X9
	}
	return false
}
