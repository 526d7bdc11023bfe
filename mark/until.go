package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/faults"
)

// StopError is the error of a mark that [Options].Until has ended. errors.As finds it.
type StopError struct {
	Node uint32 // the node, or the Ref of the object, for which Until returned true
}

// Error says at which node the mark was stopped.
func (e *StopError) Error() string {
	return fmt.Sprintf("mark: stopped at node %d, for which Options.Until returned true", e.Node)
}

// stops asks Options.Until about each object of a batch that is about to be scanned. It returns true
// if the mark is over.
//
// Whatever is grey comes to scanOldest once, and scanOldest calls stops. Only what is done for a thin
// frontier does not come there (thin.go). So with an Until no frontier is thin, and nobody speculates.
func (w *worker) stops(batch []uint32) bool {
	for _, node := range batch {
		w.reportProgress(0)
		if w.m.pollContext(); w.m.crew.Done() {
			return true
		}
		w.calling, w.current = callsUntil, node
		stop := w.m.options.Until(node)
		w.calling = callsNothing
		if stop {
			w.fail(&StopError{node})
			return true
		}
	}
	return false
}

// call is which code of the user runs on a worker.
type call uint8

const (
	callsNothing    call = iota
	callsSuccessors      // a graph's
	callsUntil
	callsProgress
)

// failure turns what recover returned, nil after runtime.Goexit, into the mark's error. It returns false
// if the panic is a defect of this program. Only a deferred function may call it.
func (w *worker) failure(value any) (error, bool) {
	calling := w.calling
	w.calling = callsNothing
	switch calling {
	case callsSuccessors:
		return callError(successorsOf(w.m.graphScanner.graph), w.current, value), true
	case callsUntil:
		return callError("Options.Until", w.current, value), true
	case callsProgress:
		return callError(progressCall, 0, value), true
	}
	return faults.Error("mark", value)
}
