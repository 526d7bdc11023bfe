package sim

import (
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// An idle worker looks for work again and again. A look that finds nothing is no event.
// The next event of a watching worker is the end of its patience. When work appears where
// there was none, this event moves forward: to the end of the first look that ends after
// that. So 1,024 spinning workers cost nothing while nothing happens.

// seen counts n more pieces of work that every worker can see. n may be negative.
// When the first piece appears, the workers that watch will find it at their next
// look.
func (s *simulation) seen(n int) {
	before := s.offered()
	s.places += n
	if !before && s.offered() {
		s.rouseWatchers()
	}
}

// offered reports whether every worker that is not active may take something. While somebody
// holds the exclusive bit, nobody may.
func (s *simulation) offered() bool { return s.places > 0 && !s.exclusive }

// offeredTo reports whether w may take something, if it is not active.
func (s *simulation) offeredTo(w *worker) bool { return !s.exclusive && (s.places > 0 || w.unread > 0) }

// clear takes the exclusive bit away from w.
func (s *simulation) clear(w *worker) {
	w.alone, w.first, s.exclusive = false, false, false
	if s.offered() {
		s.rouseWatchers()
	}
}

// rouseWatchers lets the workers that watch find something at their next look.
func (s *simulation) rouseWatchers() {
	if s.watchers == 0 {
		return
	}
	for _, w := range s.workers {
		if w.state == watching && w.unread == 0 { // else it has been roused already
			s.rouseWatcher(w)
		}
	}
}

// rouseWatcher lets w find something at its next look.
func (s *simulation) rouseWatcher(w *worker) {
	w.at = s.lookAfter(w, s.now)
	s.clock.Set(w.id, w.at)
}

// show counts whether w's deque is a place that holds work.
func (s *simulation) show(w *worker) {
	if s.kind.Shared {
		w = s.workers[0] // all deques are this one
	}
	s.seen(change(&w.shown, w.deque.Len() > 0))
}

// change sets a flag, and returns by how much the number of flags that are set changes.
func change(flag *bool, to bool) int {
	was := *flag
	switch *flag = to; {
	case to && !was:
		return 1
	case was && !to:
		return -1
	}
	return 0
}

// arrive is the first step of a worker that was woken. It joins, or it is refused. Then it
// watches, as if it had looked and found nothing.
func (s *simulation) arrive(w *worker) {
	s.trace(w, Step{Did: Wakes})
	if !s.exclusive {
		s.trace(w, Step{Did: Joins})
		s.join(w)
		return
	}
	s.watch(w)
}

// watch lets w look for work. Its first look is the next event if it may find something.
func (s *simulation) watch(w *worker) {
	w.idleSince, w.state = w.at, watching
	s.watchers++
	w.at = s.patience(w)
	if s.offeredTo(w) || s.active == 0 || s.wantsSpeculator() {
		w.at = s.lookAfter(w, w.idleSince) // if nobody is active, the owner of what is unread has to come
	}
}

// join makes w active.
func (s *simulation) join(w *worker) {
	s.active++
	s.result.Joins++
	s.proceed(w)
}

// leave makes w idle. w holds nothing, and has found nothing. So it has not counted
// as a hoarder since it last shared. The last worker that leaves looks at everything
// twice. If nothing is there, it ends the mark.
func (s *simulation) leave(w *worker) {
	s.trace(w, Step{Did: Leaves})
	s.active--
	if w.alone {
		s.clear(w)
	}
	left := w.at
	s.watch(w)
	if s.active == 0 && !s.offeredTo(w) && s.unread == 0 {
		w.at = left
		s.end(w)
	}
}

// end ends the mark. Then worker 0 returns to the caller.
func (s *simulation) end(w *worker) {
	last := w.at
	w.at += 2 * s.lookCost()
	if s.workers[0].state == asleep {
		w.at += s.costs.Wake + s.costs.WakeDelay
	}
	for _, v := range s.workers {
		if v.state == speculating {
			w.at = max(w.at, v.at) // nobody returns before it has stopped
		}
	}
	s.result.Termination = w.at - last
	s.pass(w.at)
	s.ended = true
}

// look is the end of an idle worker's watching. Either the worker has found work. Or
// this was its last look before it goes to sleep.
func (s *simulation) look(w *worker) {
	switch {
	case s.offeredTo(w):
		s.trace(w, Step{Did: Joins})
		s.watchers--
		s.join(w)
	case s.active == 0:
		w.at = s.lookAfter(w, w.at)
	case s.speculates(w):
	case w.at < s.patience(w):
		w.at = s.patience(w) // somebody else has taken the work
	default:
		s.trace(w, Step{Did: Parks})
		s.watchers--
		w.state, w.at = asleep, virtual.Never
		s.parked = append(s.parked, w.id)
	}
}

// lookCost is what one look at every place takes.
func (s *simulation) lookCost() time.Duration { return s.costs.Look * time.Duration(s.plan.Team) }

// planLooks writes down when the looks of an idle worker end, counted from when it became idle: up to
// the last one before it sleeps, or until all pauses are as long.
func (s *simulation) planLooks() {
	const most = policy.SpinLooks + policy.YieldLooks + policy.BackoffDoublings + 2
	s.looks = make([]time.Duration, 0, most)
	at, pause := time.Duration(0), policy.Pause{}
	for i := range most {
		if pause.Yield {
			at += s.costs.Yield
		}
		at += pause.Sleep + s.lookCost()
		if s.looks = append(s.looks, at); pause.Park {
			return // it takes this look when it has announced itself
		}
		pause = policy.PauseAfter(i, s.options.Tuning.Idle, false)
	}
}

// patience is when w goes to sleep if nothing turns up.
func (s *simulation) patience(w *worker) time.Duration {
	if s.options.Tuning.Idle != tune.IdlePark {
		return virtual.Never
	}
	return w.idleSince + s.looks[len(s.looks)-1]
}

// lookAfter is the end of w's first look that ends after the time at.
func (s *simulation) lookAfter(w *worker, at time.Duration) time.Duration {
	spent := at - w.idleSince
	if i, _ := slices.BinarySearch(s.looks, spent+1); i < len(s.looks) {
		return w.idleSince + s.looks[i]
	}
	last := s.looks[len(s.looks)-1]
	return w.idleSince + last + nextMultiple(spent-last, last-s.looks[len(s.looks)-2])
}

// nextMultiple is the least multiple of unit above d.
func nextMultiple(d, unit time.Duration) time.Duration { return (d/unit + 1) * unit }

// wake wakes up to n sleepers, for n pieces of work that w has just published.
func (s *simulation) wake(w *worker, n int) {
	for range min(n, len(s.parked)) {
		id := s.parked[len(s.parked)-1]
		s.parked = s.parked[:len(s.parked)-1]
		s.rouse(w, s.workers[id])
	}
}

// rouse wakes a worker that is no longer in parked.
func (s *simulation) rouse(w, sleeper *worker) {
	s.spend(w, ForWakeUps, s.costs.Wake)
	s.result.Wakes++
	sleeper.state, sleeper.at = waking, w.at+s.costs.WakeDelay
	s.clock.Set(sleeper.id, sleeper.at)
}
