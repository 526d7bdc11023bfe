// Package stress marks under faults. The faults are: too little room, too many workers,
// cancellation, bad roots, damaged arenas, stalled workers, and user code that panics,
// lies, exits or blocks.
//
// A scenario is run in rounds. A round lets markers live (package life), each with a plan of the
// scenario, and draws everything that it needs from its seed. Each time the round therefore marks the
// same heaps, with the same options and the same faults at the same places. Only the interleaving of
// the workers differs. Each mark must end with exactly what a plain search reaches, or with the error
// that the fault calls for. After every round the number of goroutines must be as before.
package stress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/life"
)

// Scenario is one kind of fault.
type Scenario struct {
	Name string // [a-z]+
	Doc  string // one line

	// plans are those of the lives of a round, one behind the other. events are what happens in each life.
	plans  func(r *round) []life.Plan
	events func(r *round) []string
	// weather, if not nil, begins what goes on meanwhile. The function that it returns ends that.
	weather func(r *round) (stop func())
	// instead, if not nil, is a round without lives.
	instead func(r *round) error
	// shows are the counts that cannot be zero after enoughRounds: without them
	// the scenario has not tested what it is for.
	shows []shown
}

// shown is a count and its name in an error.
type shown struct {
	what string
	of   func(t *Tally) uint64
}

// enoughRounds is after how many rounds a scenario must have shown its paths.
const enoughRounds = 20

var (
	steals   = shown{"steals", func(t *Tally) uint64 { return t.Steals }}
	blocks   = shown{"overflow blocks", func(t *Tally) uint64 { return t.OverflowBlocks }}
	pended   = shown{"pended refs", func(t *Tally) uint64 { return t.PendedRefs }}
	expected = shown{"expected errors", func(t *Tally) uint64 { return t.ExpectedErrors }}
	forwards = shown{"forwarded refs", func(t *Tally) uint64 { return t.Forwarded }}
	spills   = shown{"spilt refs", func(t *Tally) uint64 { return t.Spilt }}
	spells   = shown{"exclusive spells", func(t *Tally) uint64 { return t.Spells }}
	resized  = shown{"marks in which the number of processors changed", func(t *Tally) uint64 { return t.Resized }}
	harvests = shown{"harvests", func(t *Tally) uint64 { return t.Harvests }}
	complete = shown{"complete marks", func(t *Tally) uint64 { return t.Marks - t.ExpectedErrors }}
)

// TinyMarks is how many marks a round of the scenario tiny makes, so a million
// marks are a million over TinyMarks rounds.
const TinyMarks = 100

// always are the same events in each life: so many times these.
func always(times int, events ...string) func(*round) []string {
	return func(*round) []string { return slices.Repeat(events, times) }
}

// failing are rounds in which user code or an input has a fault, again and again.
var failing = always(10, "graph", "fail")

// drawn are any events.
func drawn(r *round) (events []string) {
	for range 15 {
		events = append(events, oneOf(r.rng, life.Events()...))
	}
	return events
}

// Scenarios returns all of them.
func Scenarios() []Scenario {
	anyLives := func(r *round) []life.Plan { return make([]life.Plan, 3) }
	return []Scenario{
		{Name: "deques", Doc: "deques of every kind without a mark: an owner and three thieves meet", instead: bareDeques, shows: []shown{steals}},
		{Name: "tiny", Doc: "deques of 2, grain 1, a pool of 0 or 1 block, more workers than processors",
			plans: tiny, events: always(TinyMarks/10, "graph", "mark", "mark", "mark", "mark", "mark", "mark", "mark", "mark", "mark", "mark"), shows: []shown{steals, blocks, pended, complete}},
		{Name: "crowd", Doc: "64 workers on one processor, with shared mark bits and with owners",
			plans: crowd, events: always(3, "graph", "mark", "mark", "mark"), shows: []shown{steals, forwards, complete}},
		{Name: "inbox", Doc: "mark bits have owners, and the queues between them are full",
			plans: inboxes, events: always(3, "graph", "mark", "mark", "mark", "fail", "mark"), shows: []shown{forwards, spills, spells, expected, complete}},
		{Name: "lists", Doc: "heaps of lists, with forced speculation and with trials of it",
			plans: chained, events: always(3, "mark", "fail", "mark"), shows: []shown{harvests, expected, complete}},
		{Name: "resize", Doc: "the number of processors changes many times in a mark",
			plans: resizes, events: always(6, "mark"), weather: resizing, shows: []shown{forwards, resized, complete}},
		{Name: "life", Doc: "one marker marks heaps, files, arrays and callbacks with other numbers of processors, and fails in between",
			plans: anyLives, events: drawn, shows: []shown{steals, forwards, harvests, expected, complete}},
		{Name: "exhausted", Doc: "more grey objects than deques and pool hold together",
			plans: exhausted, events: always(6, "mark"), shows: []shown{blocks, pended, complete}},
		{Name: "panic", Doc: "user code panics, also on several goroutines at once", plans: callbacks(life.PanicAt), events: failing, shows: []shown{expected, complete}},
		{Name: "exit", Doc: "user code ends its goroutine with runtime.Goexit", plans: callbacks(life.ExitAt), events: failing, shows: []shown{expected, complete}},
		{Name: "lie", Doc: "user code names missing nodes, answers differently each time, returns its own memory",
			plans: callbacks(life.LieAt, life.Fickle, life.OwnMemory), events: failing, shows: []shown{expected, complete}},
		{Name: "block", Doc: "user code blocks for a while; the mark returns after it", plans: blocking, events: failing, shows: []shown{expected, complete}},
		{Name: "cancel", Doc: "the context is cancelled at any moment", plans: inputs(life.Cancelled, life.CancelSoon, life.CancelAt), events: failing, shows: []shown{expected, complete}},
		{Name: "roots", Doc: "roots repeated, none, nil, out of range", plans: badRoots, events: failing, shows: []shown{expected, complete}},
		{Name: "damage", Doc: "the arena is damaged before it is marked", plans: inputs(life.Damage, life.Damage, life.DamageAt), events: failing, shows: []shown{expected, complete}},
		{Name: "stall", Doc: "workers stall in user code while the others look for work", plans: stalls, events: always(4, "graph", "mark"), shows: []shown{steals, complete}},
		{Name: "window", Doc: "the end of the mark is near again and again, under each idle policy", plans: windows, events: always(4, "mark"), shows: []shown{complete}},
		{Name: "storm", Doc: "the world is stopped and the number of processors changed while workers mark",
			plans: storms, events: always(3, "mark", "mark", "mark", "fail"), weather: storm, shows: []shown{steals, complete}},
	}
}

// Parse returns the scenario of that name.
func Parse(name string) (Scenario, error) {
	for _, s := range Scenarios() {
		if s.Name == name {
			return s, nil
		}
	}
	return Scenario{}, fmt.Errorf("no scenario %q: there are %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of all scenarios.
func Names() (names []string) {
	for _, s := range Scenarios() {
		names = append(names, s.Name)
	}
	return names
}
