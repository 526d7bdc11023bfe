package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Deed says what a worker did in a Step.
type Deed string

const (
	Scans    Deed = "scans"    // a batch: Refs are its objects
	Follows  Deed = "follows"  // a lone object, as one of a list: Refs is it, N its number there
	Claims   Deed = "claims"   // a chunk: Refs are the object, or all ones for the roots, and from where to where
	Pushes   Deed = "pushes"   // an item on its deque, of Refs
	Pops     Deed = "pops"     // an item off its deque, of Refs
	Exposes  Deed = "exposes"  // an item more, if a thief has asked for one
	Recovers Deed = "recovers" // N refs from the overflow list or the pending bitmap
	Asks     Deed = "asks"     // worker N for items: Moved of them came
	Leaves   Deed = "leaves"   // for it has found no work
)

// Step is something that a worker did, for Config.Trace.
type Step struct {
	At      time.Duration
	Worker  int
	Did     Deed
	Refs    []uint32 // valid until Trace returns
	N       int
	Moved   int // less than 0 if items went the other way
	Outcome stealq.Outcome
	Private int // grey objects that only this worker can take, before that
	Asleep  int // workers, then
}

// trace tells Config.Trace of a step that ends at w's clock.
func (s *simulation) trace(w *worker, step Step) {
	if s.tell != nil {
		step.At, step.Worker, step.Private, step.Asleep = w.at, w.id, w.private(), len(s.parked)
		s.tell(step, &s.result)
	}
}
