package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Deed says what a worker did in a [Step].
type Deed string

const (
	Scans    Deed = "scans"    // a batch; Refs are its objects
	Follows  Deed = "follows"  // a lone object, like an element of a list; Refs is the object, and N counts them
	Chases   Deed = "chases"   // what is grey in a thin frontier, one object after the other; Refs are the objects
	Harvests Deed = "harvests" // objects that cursors have found: Refs, which are marked now
	Claims   Deed = "claims"   // a chunk; Refs are the object (all ones for the roots), the first reference and the end
	Pushes   Deed = "pushes"   // an item on its deque; Refs are in it
	Pops     Deed = "pops"     // an item off its deque; Refs were in it
	Exposes  Deed = "exposes"  // one more item to thieves, if a thief has asked for one
	Recovers Deed = "recovers" // N refs from the overflow list or the pending bitmap
	Sends    Deed = "sends"    // Refs to worker N, which owns their bits
	Asks     Deed = "asks"     // worker N for items; Moved of them came
	Leaves   Deed = "leaves"   // because it has found no work
)

// Step is something that a worker did. Config.Trace gets it.
type Step struct {
	At      time.Duration // when it ended
	Worker  int
	Did     Deed
	Refs    []uint32 // valid until Trace returns
	N       int
	Moved   int // below 0 if items went the other way
	Outcome stealq.Outcome
	Private int // how many grey objects only this worker could take, before the step
	Asleep  int // how many workers slept then
}

// trace tells Config.Trace of a step that ends at w's clock.
func (s *simulation) trace(w *worker, step Step) {
	if s.tell != nil {
		step.At, step.Worker, step.Private, step.Asleep = w.at, w.id, w.private(), len(s.parked)
		s.tell(step, &s.result)
	}
}
