// Package stress marks under faults. The faults are: too little room, too many workers,
// cancellation, bad roots, damaged arenas, stalled workers, and user code that panics,
// lies, exits or blocks.
//
// A scenario is run in rounds. A round draws everything that it needs from its seed. So
// each time the round marks the same heap, with the same options and the same fault at
// the same place. Only the interleaving of the workers differs. Each mark must end with
// exactly what a plain search reaches, or with the error that the fault calls for.
// After every round the number of goroutines must be as before.
package stress

import (
	"fmt"
	"strings"
)

// Scenario is one kind of fault.
type Scenario struct {
	Name string // [a-z]+
	Doc  string // one line

	round func(r *round) error
	// shows are the counts that cannot be zero after enoughRounds: without them
	// the scenario has not done what it is about.
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

// Scenarios returns all of them.
func Scenarios() []Scenario {
	return []Scenario{
		{"deques", "deques of every kind without a mark: an owner and three thieves meet", bareDeques, []shown{steals}},
		{"tiny", "deques of 2, grain 1, a pool of 0 or 1 block, more workers than processors", tiny, []shown{steals, blocks, pended, complete}},
		{"crowd", "64 workers on one processor, with shared mark bits and with owners", crowd, []shown{steals, forwards, complete}},
		{"inbox", "mark bits have owners, and the queues between them are full", inboxes, []shown{forwards, spills, spells, expected, complete}},
		{"lists", "heaps of lists, with forced speculation and with trials of it", chained, []shown{harvests, expected, complete}},
		{"resize", "the number of processors changes many times in a mark", resizes, []shown{forwards, resized, complete}},
		{"life", "one marker marks heaps, files, arrays and callbacks with other numbers of processors, and fails in between", lives, []shown{steals, forwards, harvests, expected, complete}},
		{"exhausted", "more grey objects than deques and pool hold together", exhausted, []shown{blocks, pended, complete}},
		{"panic", "user code panics, also on several goroutines at once", panics, []shown{expected, complete}},
		{"exit", "user code ends its goroutine with runtime.Goexit", exits, []shown{expected, complete}},
		{"lie", "user code names nodes that are not there, answers differently each time, returns memory of its own", lies, []shown{expected, complete}},
		{"block", "user code blocks for a while; the mark returns after it", blocking, []shown{expected, complete}},
		{"cancel", "the context is cancelled at any moment", cancels, []shown{expected, complete}},
		{"roots", "roots repeated, none, nil, out of range", badRoots, []shown{expected, complete}},
		{"damage", "the arena is damaged before it is marked", damage, []shown{expected, complete}},
		{"stall", "workers stall in user code while the others look for work", stalls, []shown{steals, complete}},
		{"window", "the end of the mark is near again and again, under each idle policy", windows, []shown{complete}},
		{"storm", "the world is stopped and the number of processors changed while workers mark", storms, []shown{steals, complete}},
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
