// Package states searches all runs of a marker and mutators with a write barrier, in a heap of three objects.
// It finds a shortest run that loses an object, or shows that there is none.
//
// Describe what to search in a [Setup], and call [Search]:
//
//	r := states.Search(states.Setup{
//		Marking:  states.Marking{Barrier: concurrent.Yuasa, Scan: states.Mixed},
//		Mutators: 1,
//	})
//	fmt.Println(r) // loses in 9 steps
//	for _, move := range r.Run {
//		fmt.Println(move)
//	}
//
// A search covers every order of steps, any number of operations, every graph of three objects, and all
// registers. It says nothing about more objects, fields or mutators, or about a memory that is not
// sequentially consistent.
package states

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Objects is the number of objects, and Registers that of the registers of each mutator.
const (
	Objects   = 3
	Registers = 2
	// MostMutators is the largest value of Setup.Mutators.
	MostMutators = 2
)

// Marking is [concurrent.Marking].
type Marking = concurrent.Marking

// The values of [concurrent.Scan].
const (
	Snap, First, Mixed = concurrent.Snap, concurrent.First, concurrent.Mixed
)

// Setup says what to search.
type Setup struct {
	Marking
	Mutators int // 1 or 2
	// Anywhere lets the marker scan a stack while its mutator is inside an operation.
	Anywhere bool
	// Most ends a search that has come to more states. 0 means no limit.
	Most int
	// Invariant, if not nil, is checked in all states in which the mutators are between operations. The
	// search also ends with a run that breaks it.
	Invariant *concurrent.Invariant
	// Snapshot also ends the search with a run that drops an object of the snapshot. Such an object was
	// reachable when the first stack was scanned, is white, and hangs on nothing grey. It is for Snap, or for
	// one mutator.
	Snapshot bool
}

// Result is what [Search] has found.
type Result struct {
	States   int  // how many states the search has come to
	Complete bool // all states were visited, and none of them is broken
	// Run is a shortest run that loses an object, or breaks what the Setup checks. It is nil if none was
	// found.
	Run []Move
	// Broken says what is wrong at the end of Run.
	Broken error
	// Start is the heap at the beginning of Run, and End the heap at its end.
	Start, End *concurrent.View
}

// String returns "safe", "loses in 9 steps", or "cut" if Setup.Most was reached.
func (r *Result) String() string {
	switch {
	case r.Run != nil:
		return fmt.Sprintf("loses in %d steps", len(r.Run))
	case r.Complete:
		return "safe"
	}
	return "cut"
}
