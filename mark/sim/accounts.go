package sim

import (
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"time"
)

// This file charges the time of every worker to an account, all of it. The largest account besides
// Scans is what holds the mark: the next wall.
//
// A worker that has work is charged for what it does. The time of a worker without work is harder:
// what does it wait for? The answer depends on how many grey objects there are.
//
//	workers without work   ████████████████████████████
//	grey, and not scanned  ██████████                     these could have one each: who keeps them?
//	on their way                     ██████               these could have one, if the mail was there
//	none for them                          ████████████   these wait for those that have work
//
// The first part is charged to what keeps the objects from the workers: one worker that marks alone, a
// search, a sleep, or a worker that gives too little away. The second part is charged to the mail.
// The third part is charged to what the workers do that have work. If they scan, or wait for memory, the
// frontier is too small. If they wake others, then wake-ups are what everybody waits for.
//
// What holds:
//
//	(1) The accounts add up to Workers times Makespan.
//	(2) A step is charged when it begins. Its time counts as that of its largest account for those
//	    who wait for it.

// Account is what a worker spends time on.
type Account uint8

const (
	// What workers with work do.
	ForScans   Account = iota // looks at objects and their references: the work itself
	ForMemory                 // waits for objects to arrive
	ForClaims                 // marks objects with locked instructions
	ForCursors                // follows lists ahead
	ForDeques                 // pushes and pops, and claims chunks; the overflow list, too

	// These two, and waiting because of them.
	ForStealing // looks for something to steal, while there is something
	ForWakeUps  // wakes others, and is on the way from sleep to work that is there

	ForMail // sends references to the owners of their bits, takes them, or waits for them

	// What workers without work wait for.
	ForFrontier    // there are fewer grey objects than workers
	ForAlone       // a worker marks alone, and has more than a batch of grey objects
	ForSharing     // others have enough grey objects, and have not given them away
	ForOwners      // more workers than can own bits: they take no part
	ForTermination // nothing is left to do, and not everybody knows

	allAccounts
)

var accountNames = [allAccounts]string{"scans", "memory", "claims", "cursors", "deques", "stealing", "wake-ups", "mail", "frontier", "alone", "sharing", "owners", "termination"}

func (a Account) String() string { return accountNames[a] }

// Accounts are times by account.
type Accounts [allAccounts]time.Duration

// HeldBy is the largest account besides ForScans, and its share of all time. It is 0 if no time
// has passed.
func (a *Accounts) HeldBy() (wall Account, share float64) {
	var sum time.Duration
	for i, t := range a {
		sum += t
		if Account(i) != ForScans && (wall == ForScans || t > a[wall]) {
			wall = Account(i)
		}
	}
	return wall, costs.Ratio(a[wall], sum)
}

// spend lets w do something for some time.
func (s *simulation) spend(w *worker, on Account, d time.Duration) {
	w.at += d
	w.spent[on] += d
}

// enter charges what w has begun, if w has work now. The time of others is charged when it has
// passed.
func (s *simulation) enter(w *worker) {
	if w.works = w.hasWork(); w.works {
		w.doing = ForScans
		for i, d := range w.spent {
			s.result.Accounts[i] += d
			if d > w.spent[w.doing] {
				w.doing = Account(i)
			}
		}
		s.doing[w.doing]++
	}
	w.spent = Accounts{}
}

// hasWork reports whether w is active, and does not look for work.
func (w *worker) hasWork() bool { return w.state >= ready }

// useful is how many workers take part, or would if the heap was not so small.
func (s *simulation) useful() int { return s.plan.Others + 1 }

// charge charges a span of time of the workers without work.
func (s *simulation) charge(span time.Duration) {
	a := &s.result.Accounts
	a[ForOwners] += span * time.Duration(s.options.Workers-s.useful())
	busy := s.active - s.searchers
	without := s.useful() - busy
	pieces := int(s.grey) + s.chunks
	if busy == 0 && pieces == 0 && s.onWay == 0 {
		a[ForTermination] += span * time.Duration(without)
		return
	}
	kept := min(max(pieces-busy, 0), without)
	if s.exclusive && s.hoarders > 0 {
		kept = without
	}
	late := min(s.onWay, without-kept)
	s.chargeKept(span, kept, without)
	a[ForMail] += span * time.Duration(late)
	s.chargeRest(span, without-kept-late, busy)
}

// chargeKept charges the time of so many of the workers without work, for each of whom there is a
// grey object: as many of each kind as there are among all.
func (s *simulation) chargeKept(span time.Duration, kept, without int) {
	a := &s.result.Accounts
	if s.exclusive {
		a[ForAlone] += span * time.Duration(kept)
		return
	}
	if kept == 0 {
		return
	}
	awake := s.plan.Team - s.active - s.watchers - len(s.parked) - s.hints.Enlisted() // or on their way
	search := s.searchers * kept / without
	wake := (s.searchers+awake)*kept/without - search
	a[ForStealing] += span * time.Duration(search)
	a[ForWakeUps] += span * time.Duration(wake)
	why := ForSharing
	if s.places > 0 {
		why = ForWakeUps // it lies where everybody could take it
	}
	a[why] += span * time.Duration(kept-search-wake)
}

// chargeRest charges the time of n workers that wait for the busy ones.
func (s *simulation) chargeRest(span time.Duration, n, busy int) {
	a := &s.result.Accounts
	if busy == 0 {
		a[ForWakeUps] += span * time.Duration(n) // those who could work are on their way
		return
	}
	rest := n
	for on, workers := range s.doing {
		if on := Account(on); on != ForScans && on != ForMemory {
			part := n * workers / busy
			a[on] += span * time.Duration(part)
			rest -= part
		}
	}
	a[ForFrontier] += span * time.Duration(rest)
}
