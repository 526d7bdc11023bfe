package policy

import (
	"math"
	"time"
)

// Gate decides when the lone marker speculates (docs/algorithms/lists.md). It decides by
// trial, and not by how long an object takes: this differs from machine to machine, and from
// hour to hour. It is asked while the frontier is thin, for a window of rounds at a time.
//
//	waits ──> window without cursors ──> window with cursors ──> enough visited? ──> runs
//	  ^                                                            │ no               │
//	  └── four times as long ──────────────────────────────────────┴──────────────────┘
//
// While it runs, it keeps an account of time. It spends the time by which windows with
// cursors took longer than the same objects without. It earns what harvests have found. The
// gate allows cursors as long as what is spent is at most what is earned, what is expected,
// and an eighth of all the time since the trial.
//
// The objects that cursors have visited are not yet harvested, but they may be. The gate
// compares what was harvested with what would have been harvested if all of it was live. It
// expects the same share of the rest. Without this, half of a long list was over before
// enough was earned to go on without a break.
type Gate struct {
	phase    phase
	left     int // rounds until the phase is over
	patience int // rounds of the next wait
	sum      window
	judged   window  // windows with cursors that have not been judged
	round    float64 // nanoseconds for a round without cursors, in the better of two windows
	plain    float64 // the same for what a cursor visits: see measure
	before   float64 // nanoseconds for a round, in the window before the last one; infinite if there is none
	row      int     // windows with cursors in a row
	waited   int     // rounds that are not in total

	objects       float64 // how many objects there may be
	visited       float64 // by cursors
	harvested     float64 // objects on the ways that were harvested
	promised      float64 // what would have been harvested if all that was visited was live
	paid          int     // harvests that paid
	share         float64 // of the time that may be spent and not earned
	total         float64 // nanoseconds since the trial
	spent, earned float64
	fruitless     int  // rounds with cursors since a harvest
	limit         int  // after so many of them, share is halved
	found         bool // a harvest has paid since the wait
	warmed        int  // rounds in which cursors could find where to start, since the wait
	passed        bool // a trial was a success since the wait
}

type phase uint8

const (
	never phase = iota
	waits
	without
	warms
	with
	always
)

const (
	firstWait  = 1024
	longest    = 1 << 22
	windowed   = 2 * ThinRounds // rounds of a window
	judgeAfter = 4 * windowed   // objects that the marker has scanned in windows with cursors
	longWarm   = 32 * windowed
	longRow    = 12 // so many windows with cursors in a row at most
	// gain is how many times as many objects must be visited for the time. The objects that
	// cursors visit have to be scanned all the same, which takes up to a third of the time
	// along a list.
	gain     = 1.5
	slowdown = 1. / 8
	enough   = 8    // ways scanned at once until the processor overlaps their misses
	saving   = 0.75 // of the time for an object along a list, if a harvest finds it
	// PaysFrom is how many distinguished objects a harvest finds if it pays.
	PaysFrom = 4
)

// NeverSpeculates and AlwaysSpeculates are gates that do not decide.
func NeverSpeculates() Gate  { return Gate{phase: never} }
func AlwaysSpeculates() Gate { return Gate{phase: always} }

// NewGate returns the gate of a worker, for a heap with room for that many objects.
func NewGate(objects uint64) Gate {
	return Gate{objects: float64(objects), phase: waits, left: firstWait, before: math.Inf(1), patience: firstWait, share: slowdown, limit: int(min(objects/8+1, longest))}
}

// Waits reports whether the marker goes on as if there was no speculation. While it does,
// it tells how many rounds it made.
func (g *Gate) Waits() bool { return g.phase <= waits }

// Waited counts rounds in which the gate waited.
func (g *Gate) Waited(rounds int) {
	if g.phase == waits {
		g.waited += rounds
		if g.left -= rounds; g.left <= 0 {
			g.enter(without)
		}
	}
}

// Speculates reports whether the next rounds are rounds with cursors.
func (g *Gate) Speculates() bool { return g.phase >= warms }

// Tries reports whether no harvest has paid yet.
func (g *Gate) Tries() bool { return !g.found && g.phase != always }

// Active reports whether the last trial was a success. Then others may help.
func (g *Gate) Active() bool { return g.passed || g.phase == always }

// Did tells what happened in the rounds since the last call, and how long they took.
func (g *Gate) Did(rounds int, scanned, visited uint64, took time.Duration) {
	if g.phase == always {
		return
	}
	g.sum.add(window{rounds, scanned, visited, took})
	if g.Speculates() {
		g.fruitless += rounds
	}
	switch g.left -= rounds; {
	case g.hopeless():
		g.next()
		g.giveUp()
	case g.left <= 0 || g.Speculates() && !g.allowed():
		g.next()
	}
}

// hopeless reports whether rounds with cursors take so long that they would be too slow even if
// each cursor had visited an object.
func (g *Gate) hopeless() bool {
	most := float64(g.sum.rounds * (ChainCursors + 1))
	return g.Speculates() && most*g.plain < gain*float64(g.sum.took)
}

// allowed reports whether cursors may go on, as far as the window under way tells.
func (g *Gate) allowed() bool {
	return g.spent+g.cost() <= g.earned+g.expected()+g.share*(g.total+float64(g.sum.took))
}

// cost is what the window under way took longer than as many rounds without cursors. Rounds
// count, and not objects: after a harvest there are more objects in a round, and they are earned
// already.
func (g *Gate) cost() float64 { return float64(g.sum.took) - g.round*float64(g.sum.rounds) }

// expected is half of what harvests will earn if they go on as they began.
func (g *Gate) expected() float64 {
	if g.paid < 2 {
		return 0
	}
	live := min(1, g.harvested/max(1, g.promised))
	return live * max(0, g.visited-g.harvested) * saving * g.plain / 2
}

// Harvested tells that a harvest has found n distinguished objects, with that spacing.
func (g *Gate) Harvested(n, spacing int) {
	// That many ways are scanned at once after the harvest.
	overlap := min(1, float64(n)/enough)
	g.earned += saving * overlap * g.plain * float64(n*spacing)
	g.harvested += float64(n * spacing)
	if n >= PaysFrom {
		g.paid++
		g.found, g.fruitless, g.share = true, 0, slowdown
	}
}

// next goes to the next phase.
func (g *Gate) next() {
	g.total += float64(max(1, g.sum.took))
	g.promised += float64(g.sum.scanned) * g.visited / g.objects
	g.visited += float64(g.sum.visited - g.sum.scanned)
	switch g.phase {
	case without:
		g.measure()
		g.total += g.round * float64(g.waited)
		g.waited = 0
	case warms:
		g.spend()
		g.warmed += g.sum.rounds
		if g.sum.visited-g.sum.scanned > uint64(g.sum.rounds*ChainCursors/2) {
			g.warmed = longWarm // most of the cursors move
		}
	case with:
		g.spend()
		g.judged.add(g.sum)
		if g.judged.scanned >= judgeAfter {
			if g.judged.worth()*g.plain < gain*float64(g.judged.took) {
				g.giveUp()
				return
			}
			g.passed, g.judged = true, window{}
		}
	}
	g.choose()
}

// measure notes what a round and an object took in a window without cursors. The worse of two
// windows does not count: the worker may have lost its processor.
//
// What is an object worth that a cursor visits? If the frontier is several lists, it is one of
// the objects of a round. If it is one list with things beside it, it is worth a whole round.
// It is unknown which, so the gate takes the geometric mean.
func (g *Gate) measure() {
	round := float64(g.sum.took) / float64(max(1, g.sum.rounds))
	g.round, g.before = min(round, g.before), round
	g.plain = g.round / math.Sqrt(float64(g.sum.scanned)/float64(max(1, g.sum.rounds)))
}

// spend notes what a window with cursors took longer than its objects take without.
func (g *Gate) spend() {
	g.spent += g.cost()
	if g.fruitless > g.limit {
		g.fruitless, g.share = 0, g.share/2
	}
}

// choose enters a window with cursors if it may be spent. Cursors need time to find where to start:
// one after the other seeks, and many starts lead nowhere.
func (g *Gate) choose() {
	g.sum = window{}
	if g.row++; g.row > longRow || !g.allowed() {
		g.row = 0
		g.enter(without)
	} else if g.warmed >= longWarm {
		g.enter(with)
	} else {
		g.enter(warms)
	}
}

// giveUp waits, longer than the last time unless a harvest has paid since.
func (g *Gate) giveUp() {
	g.patience = min(4*g.patience, longest)
	if g.found {
		g.patience = firstWait
	}
	g.phase, g.left, g.waited = waits, g.patience, 0
	g.found, g.passed, g.warmed, g.before, g.judged = false, false, 0, math.Inf(1), window{}
}

func (g *Gate) enter(p phase) { g.phase, g.left, g.sum = p, windowed, window{} }

// window is what happened in some rounds.
type window struct {
	rounds  int
	scanned uint64        // objects that the marker has scanned
	visited uint64        // these, and those that cursors have visited
	took    time.Duration // by the clock
}

// worth is how much was visited: a round, and what cursors have visited.
func (w window) worth() float64 { return float64(w.rounds) + float64(w.visited-w.scanned) }

func (w *window) add(more window) {
	w.rounds += more.rounds
	w.scanned += more.scanned
	w.visited += more.visited
	w.took += more.took
}
