package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Result says how a mark in virtual time went. All times are virtual. The times of several workers are added
// up.
type Result struct {
	Marks    *heap.Bitmap // a bit for each object marked, by Ref
	Workers  int
	Makespan time.Duration // from the start to the end of the mark

	// Starved and Hoarded are idle time. It is hoarded while some other worker holds more than a batch that
	// no other can take, and starved otherwise. stats.Mark estimates the same.
	Starved, Hoarded time.Duration
	// Searching is the time in which workers without work try to steal. It is neither starved nor hoarded.
	// stats.Worker counts it as busy.
	Searching time.Duration
	// Termination is the time from when the last worker ran out of work to the end of the mark.
	Termination time.Duration

	// PeakFrontier is the largest number of grey objects at one instant.
	PeakFrontier uint64

	// Owners is how many workers owned mark bits. 0 means that all workers shared them. Otherwise workers
	// from this number on took no part.
	Owners int

	// Hottest is the largest number of references that travelled to one owner.
	Hottest uint64

	// Worker has the counts of all workers, added up. A field of Result hides the field of Worker that has
	// the same name.
	stats.Worker

	CursorSteps uint64        // references that cursors have followed
	Speculating time.Duration // the part of Starved and Hoarded in which idle workers followed lists

	// Accounts say on what the workers spent their time.
	Accounts Accounts

	// Timeline says what each worker did when. It is nil unless Options.Timeline asks for it. A slice ends
	// with each batch.
	Timeline *timeline.Timeline

	// Transfers are the cache lines that went from core to core. They are 0 unless Config has a Machine.
	Transfers machines.Transfers

	Points uint64 // how many points the mark had: see Config.MostPoints
}

// count fills in what the marker has counted.
func (r *Result) count(s *stats.Mark) {
	r.Worker = s.Sum()
	r.Makespan, r.Termination, r.Owners = s.Duration, s.Termination, s.Plan.Owners
	for i := range s.Workers {
		r.Hottest = max(r.Hottest, s.Workers[i].RefsReceived+s.Workers[i].SpillTaken)
	}
}
