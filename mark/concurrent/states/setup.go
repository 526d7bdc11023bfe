// Package states searches all runs of a marker and mutators with a write barrier, in a heap of three objects: every order of
// their steps, with as many operations as anybody likes, from every graph and all registers.
//
// A run is a walk from state to state. Two runs that come to one state go on alike, so each state is visited once. Objects have no names
// beside their place in the graph, registers of a mutator none at all, and two mutators can change places: of the
// states that differ only in this, one is kept. The search goes breadth-first, so the run that it finds is a
// shortest one.
//
//	s := states.Setup{Marking: states.Marking{Barrier: concurrent.Yuasa, Scan: states.First}, Mutators: 2}
//	r := states.Search(s) // 15 steps that lose an object
//
// It says nothing about more objects, fields or mutators, or about a memory that is not sequentially consistent.
package states

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Objects are how many there are, and Registers how many a mutator has.
const (
	Objects   = 3
	Registers = 2
	// MostMutators is the largest number of mutators.
	MostMutators = 2
)

// Marking is that of package concurrent.
type Marking = concurrent.Marking

// These are those of package concurrent.
const (
	Snap, First, Mixed = concurrent.Snap, concurrent.First, concurrent.Mixed
)

// Setup is what is searched.
type Setup struct {
	Marking
	Mutators int // 1 or 2
	// Anywhere says that a stack may be scanned inside an operation of its mutator.
	Anywhere bool
	// Most cuts a search that has come to more states. 0 is no limit.
	Most int
	// Invariant is looked at in all states in which mutators are between operations, if it is not nil. A run that breaks it is
	// found like one that loses an object.
	Invariant *concurrent.Invariant
	// Snapshot says that also a run is found that leaves a white object which was reachable when the first stack was scanned, and
	// which hangs on nothing grey any more. It is for Snap, or for one mutator.
	Snapshot bool
}

// Result is what a search has found.
type Result struct {
	States   int  // how many the search had come to when it ended
	Complete bool // all states were visited, and none loses an object
	// Run is a shortest run that loses an object. It is nil if none was found.
	Run []Move
	// Broken says what is wrong in its end.
	Broken error
	// Start is the heap where the run begins, and End the one where it ends.
	Start, End *concurrent.View
}

// String says "safe", "loses in 9 steps" or "cut", if the limit was reached.
func (r *Result) String() string {
	switch {
	case r.Run != nil:
		return fmt.Sprintf("loses in %d steps", len(r.Run))
	case r.Complete:
		return "safe"
	}
	return "cut"
}
