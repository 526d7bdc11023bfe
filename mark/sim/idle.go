package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// An idle worker looks for work again and again. Looks that find nothing are no
// events: a watching worker's next event is the end of its patience, and when
// work appears where there was none it is moved forward to the first look that
// ends thereafter. So 1,024 spinning workers cost nothing while nothing happens.

// seen counts n more pieces of work that every worker can see, or fewer. When
// the first appears, those that watch find it.
func (s *simulation) seen(n int) {
	before := s.places
	s.places += n
	if before > 0 || s.places == 0 || s.watchers == 0 {
		return
	}
	for _, w := range s.workers {
		if w.state == watching {
			w.at = s.lookAfter(w, s.now)
			s.clock.set(w.id, w.at)
		}
	}
}

// show counts w's deque among the places that hold work, or not.
func (s *simulation) show(w *worker) {
	if s.kind.Shared {
		w = s.workers[0] // all deques are this one
	}
	holds := w.deque.Len() > 0
	switch {
	case holds && !w.shown:
		w.shown = true
		s.seen(1)
	case w.shown && !holds:
		w.shown = false
		s.seen(-1)
	}
}

// join makes w active.
func (s *simulation) join(w *worker) {
	s.active++
	s.result.Joins++
	s.proceed(w)
}

// leave makes w idle: it holds nothing and found nothing, and so has not counted as a
// hoarder since it last shared. The last one to leave looks twice at everything and,
// when nothing is there, ends the mark.
func (s *simulation) leave(w *worker) {
	s.trace(w, Step{Did: Leaves})
	s.active--
	w.idleSince = w.at
	w.state = watching
	s.watchers++
	switch {
	case s.places > 0:
		w.at = s.lookAfter(w, w.at)
	case s.active == 0:
		s.end(w)
	default:
		w.at = s.patience(w)
	}
}

// end declares the mark complete and returns to the caller, worker 0.
func (s *simulation) end(w *worker) {
	last := w.at
	w.at += 2 * s.lookCost()
	if s.workers[0].state == asleep {
		w.at += s.costs.Wake + s.costs.WakeDelay
	}
	s.result.Termination = w.at - last
	s.pass(w.at)
	s.ended = true
}

// look is the look of an idle worker that finds work, or the last one before it
// goes to sleep.
func (s *simulation) look(w *worker) {
	switch {
	case s.places > 0:
		s.watchers--
		s.join(w)
	case w.at < s.patience(w):
		w.at = s.patience(w) // it has been taken by somebody else
	default:
		s.watchers--
		w.state, w.at = asleep, never
		s.parked = append(s.parked, w.id)
	}
}

// lookCost is what one look at every place takes.
func (s *simulation) lookCost() time.Duration {
	return s.costs.Look * time.Duration(s.options.Workers)
}

// spinTime is for how long w looks without a pause: once and then as long as the
// policy spins. The looks that follow have a yield before each.
func (s *simulation) spinTime() time.Duration {
	switch s.options.Tuning.Idle {
	case mark.IdleSpin:
		return never
	case mark.IdleYield:
		return s.lookCost()
	}
	return (policy.SpinLooks + 1) * s.lookCost()
}

// patience is when w goes to sleep if nothing turns up: after the looks with a
// yield between them and the one that it takes when it has announced itself.
func (s *simulation) patience(w *worker) time.Duration {
	if s.options.Tuning.Idle != mark.IdlePark {
		return never
	}
	return w.idleSince + s.spinTime() + (policy.YieldLooks+1)*(s.costs.Yield+s.lookCost())
}

// lookAfter is when the first of w's looks ends that ends after at.
func (s *simulation) lookAfter(w *worker, at time.Duration) time.Duration {
	if s.options.Tuning.Idle == mark.IdleBackoff {
		return s.lookBetweenSleeps(w, at)
	}
	spent, spins, look := at-w.idleSince, s.spinTime(), s.lookCost()
	if spent < spins {
		return w.idleSince + nextMultiple(spent, look)
	}
	return w.idleSince + spins + nextMultiple(spent-spins, s.costs.Yield+look)
}

// lookBetweenSleeps is lookAfter where sleeps get longer between looks.
func (s *simulation) lookBetweenSleeps(w *worker, at time.Duration) time.Duration {
	look, sleep := s.lookCost(), policy.BackoffFirst
	end := w.idleSince + look
	for i := 0; end <= at && i < policy.BackoffDoublings; i++ {
		end += sleep + look
		sleep *= 2
	}
	if end <= at {
		end += nextMultiple(at-end, sleep+look)
	}
	return end
}

// nextMultiple is the least multiple of unit above d.
func nextMultiple(d, unit time.Duration) time.Duration { return (d/unit + 1) * unit }

// wake wakes sleepers for n pieces of work that w has just published.
func (s *simulation) wake(w *worker, n int) {
	for range min(n, len(s.parked)) {
		id := s.parked[len(s.parked)-1]
		s.parked = s.parked[:len(s.parked)-1]
		w.at += s.costs.Wake
		w.alone = false
		s.result.Wakes++
		sleeper := s.workers[id]
		sleeper.state, sleeper.at = waking, w.at+s.costs.WakeDelay
		s.clock.set(id, sleeper.at)
	}
}
