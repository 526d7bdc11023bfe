package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Result is what a mark in virtual time did. All times are virtual. The times of several
// workers are added up.
type Result struct {
	Marks    *heap.Bitmap // a bit for each object marked, by Ref
	Workers  int
	Makespan time.Duration // from the start to the end of the mark

	// Idle time is hoarded while some other worker holds more than a batch that no other can take,
	// and starved otherwise. stats.Mark estimates the same. Here the machine sees all workers at
	// once.
	Starved, Hoarded time.Duration
	// Searching is the time of workers without work that try to steal. The marker
	// counts it as busy. It is neither starved nor hoarded.
	Searching time.Duration
	// Termination is the time from when the last worker ran out of work to the end of
	// the mark.
	Termination time.Duration

	// PeakFrontier is the largest number of grey objects at one instant.
	PeakFrontier uint64

	// Owners is how many workers owned mark bits. 0 means that all workers shared all
	// bits. If there are owners, workers from this number on took no part.
	Owners int

	// Hottest is how many of the references that travelled went to the owner that got most.
	Hottest uint64

	// Worker has the counts of all workers, added up. Where Result has a field of the same name,
	// Result's comment holds.
	stats.Worker

	CursorSteps uint64        // references that cursors have followed
	Speculating time.Duration // of Starved and Hoarded: of idle workers, with cursors

	// Accounts say what the workers spent their time on, and what they waited for.
	Accounts Accounts

	// Timeline says what each worker did when. It is nil unless Options.Timeline asks for one. A slice ends with each batch.
	Timeline *timeline.Timeline

	// Transfers are what went from one core's cache to another, on a machine of Config.
	Transfers machines.Transfers

	Points uint64 // how often a worker has let time pass
}

// count fills in what the marker has counted.
func (r *Result) count(s *stats.Mark) {
	r.Worker = s.Sum()
	r.Makespan, r.Termination, r.Owners = s.Duration, s.Termination, s.Plan.Owners
	for i := range s.Workers {
		r.Hottest = max(r.Hottest, s.Workers[i].RefsReceived+s.Workers[i].SpillTaken)
	}
}
