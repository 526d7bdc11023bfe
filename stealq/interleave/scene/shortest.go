package scene

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Shortest is the result of a search for the shortest failure.
type Shortest struct {
	Failure     *interleave.Failure // nil if no schedule fails
	Steps       int                 // the fewest steps of all failing schedules
	Preemptions int                 // the fewest preemptions of the failing schedules with so many steps
	Executions  int                 // executions that the search has made
}

// Shortest finds a failing schedule with the fewest steps, and among these one with the fewest
// preemptions. It lowers the limit of steps until every schedule within the limit has been
// tried.
func (s Scene) Shortest() Shortest { return s.ShortestOf(math.MaxInt) }

// ShortestOf is Shortest with a limit to the search: about so many executions. If the search
// ends early, there may be shorter schedules.
func (s Scene) ShortestOf(executions int) (found Shortest) {
	var steps int
	for limit := math.MaxInt; found.Executions < executions; limit = found.Steps - 1 {
		rep := interleave.Explore(s.within(limit, &steps), interleave.Options{Executions: executions})
		found.Executions += rep.Executions
		if rep.Failure == nil || found.Failure != nil && steps >= found.Steps { // a panic heeds no limit
			break
		}
		found.Failure, found.Steps = rep.Failure, steps
	}
	for ; found.Failure != nil && found.Executions < executions; found.Preemptions++ {
		rep := interleave.Explore(s.within(found.Steps, &steps),
			interleave.Options{Search: interleave.Bounded, Preemptions: found.Preemptions, Executions: executions})
		found.Executions += rep.Executions
		if rep.Failure != nil {
			found.Failure = rep.Failure
			break
		}
	}
	return found
}

// Within returns the scene as a program whose executions end only when all threads have ended. An
// error is reported at the end, and only if the execution had no more steps than the limit. All
// schedules of one class therefore have the same number of steps, and all of them fail or none does.
func (s Scene) Within(limit int) interleave.Program {
	var steps int
	return s.within(limit, &steps)
}

// within is Within, and it stores in steps how many steps the last execution had.
func (s Scene) within(limit int, steps *int) interleave.Program {
	return func(w *interleave.World) func() {
		l := s.begin(w)
		l.late = true
		return func() {
			*steps = w.Steps()
			if l.close(); l.err != nil && *steps <= limit {
				w.Failf("%v", l.err)
			}
		}
	}
}
