package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Deed says what a worker did in a [Step].
//
// A worker does one thing after another. So what it did began when its step before this one
// ended, or at 0. Enlists takes no time. A worker that has parked sleeps until its next step,
// and so do all but worker 0 at the beginning.
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
	Sends    Deed = "sends"    // Refs to worker N, which owns their bits; Moved of them fit into the queue to it
	Receives Deed = "receives" // Refs from the queue of worker N, the oldest first
	Asks     Deed = "asks"     // worker N for items; Moved of them came
	Leaves   Deed = "leaves"   // because it has found no work; it is idle now

	// Deeds of idle workers.
	Parks      Deed = "parks"      // after it has looked for work in vain
	Wakes      Deed = "wakes"      // from its sleep
	Joins      Deed = "joins"      // because it has seen work; it is idle no more
	Enlists    Deed = "enlists"    // as a speculator
	Speculates Deed = "speculates" // with a round of its cursors
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
	Private int    // how many grey objects only this worker could take, before the step
	Asleep  int    // how many workers slept then
	Grey    uint64 // how many objects were grey then, wherever they were
	Alone   bool   // the worker held the exclusive bit
}

// trace tells Config.Trace of a step that ends at w's clock.
func (s *simulation) trace(w *worker, step Step) {
	if s.tell != nil {
		step.At, step.Worker, step.Private, step.Asleep = w.at, w.id, w.private(), len(s.parked)
		step.Grey, step.Alone = s.grey, w.alone
		s.tell(step, &s.result)
	}
}
