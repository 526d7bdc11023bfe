package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
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
// frontier is too small. If they wake others, then all workers wait for wake-ups.
//
// Invariants:
//
//	(1) The accounts add up to Workers times Makespan.
//	(2) A step is charged when it begins. Its time counts as that of its largest account for those
//	    who wait for it.

// Account is something on which workers spend time, or for which they wait.
type Account uint8

const (
	// Accounts of workers with work.
	ForScans   Account = iota // looking at objects and their references: the work itself
	ForMemory                 // waiting for objects to arrive from memory
	ForClaims                 // marking objects with locked instructions
	ForCursors                // following lists ahead of the marker
	ForDeques                 // pushing, popping, claiming chunks, and the overflow list

	// Accounts of the workers that do these things, and of those that wait for them.
	ForStealing // looking for work to steal, while there is some
	ForWakeUps  // waking others, and the way from sleep to work that is there

	ForMail // sending references to the owners of their bits, taking them, waiting for them

	// Accounts of workers without work.
	ForFrontier    // there are fewer grey objects than workers
	ForAlone       // a worker marks alone, by rule, and has grey objects for others
	ForSharing     // others have enough grey objects, and have not given them away
	ForOwners      // there are more workers than can own bits: the others take no part
	ForTermination // nothing is left to do, and some workers do not know it yet

	allAccounts
)

var accountNames = [allAccounts]string{"scans", "memory", "claims", "cursors", "deques", "stealing", "wake-ups", "mail", "frontier", "alone", "sharing", "owners", "termination"}

// String returns the account's name, as "wake-ups".
func (a Account) String() string { return accountNames[a] }

// The first accounts are the activities of workers with work. (If they were not as many, this would not compile.)
var _ = [1]int{}[int(ForMail)+1-int(virtual.WithWork)]

// Accounts has the time of all workers, added up, for each [Account]. Its sum is the number of workers times
// the makespan.
type Accounts [allAccounts]time.Duration

// HeldBy returns the largest account besides ForScans, which is what holds the mark back, and its share of
// all time. The share is 0 if no time has passed.
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

// situation is what all workers do at some time, and what they have.
type situation struct {
	workers, part int                      // how many there are, and how many can take part
	doing         *[virtual.Activities]int // workers by what they do
	grey, chunks  int                      // grey objects, and chunks that nobody has claimed
	mail          int                      // references in open slots, in queues and in the bitmaps of spilt ones
	hoarders      int                      // workers with more than a batch of grey objects in private
	shared        bool                     // there is work where everybody could take it
	alone         bool                     // somebody holds the exclusive bit
}

// busy is how many workers have work.
func (s *situation) busy() (n int) {
	for _, workers := range s.doing[:virtual.WithWork] {
		n += workers
	}
	return n
}

// charge charges a span of time of the workers without work.
func (a *Accounts) charge(s *situation, span time.Duration) {
	busy := s.busy()
	without := s.part - busy
	a[ForOwners] += span * time.Duration(s.workers-s.part)
	pieces := s.grey + s.chunks
	if busy == 0 && pieces == 0 && s.mail == 0 {
		a[ForTermination] += span * time.Duration(without)
		return
	}
	kept := min(max(pieces-busy, 0), without)
	if s.alone && s.hoarders > 0 {
		kept = without
	}
	late := min(s.mail, without-kept)
	a.chargeKept(s, span, kept, without)
	a[ForMail] += span * time.Duration(late)
	a.chargeRest(s, span, without-kept-late, busy)
}

// chargeKept charges the time of so many of the workers without work, for each of whom there is a
// grey object: as many of each kind as there are among all.
func (a *Accounts) chargeKept(s *situation, span time.Duration, kept, without int) {
	if s.alone {
		a[ForAlone] += span * time.Duration(kept)
		return
	}
	if kept == 0 {
		return
	}
	searchers := s.doing[virtual.Searches]
	search := searchers * kept / without
	wake := (searchers+s.doing[virtual.Comes])*kept/without - search
	a[ForStealing] += span * time.Duration(search)
	a[ForWakeUps] += span * time.Duration(wake)
	why := ForSharing
	if s.shared {
		why = ForWakeUps
	}
	a[why] += span * time.Duration(kept-search-wake)
}

// chargeRest charges the time of n workers that wait for the busy ones.
func (a *Accounts) chargeRest(s *situation, span time.Duration, n, busy int) {
	if busy == 0 {
		a[ForWakeUps] += span * time.Duration(n) // those who could work are on their way
		return
	}
	rest := n
	for on, workers := range s.doing[ForClaims:virtual.WithWork] {
		part := n * workers / busy
		a[ForClaims+Account(on)] += span * time.Duration(part)
		rest -= part
	}
	a[ForFrontier] += span * time.Duration(rest)
}
