package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// Result is what a mark in virtual time did. All times are virtual. The times of several
// workers are added up.
type Result struct {
	Marks    *heap.Bitmap // a bit for each object marked, by Ref
	Marked   uint64       // how many objects were marked
	Workers  int
	Makespan time.Duration // from the start to the end of the mark

	// Idle time is hoarded while some other worker holds more than a batch that nobody can take, and starved otherwise.
	// stats.Mark estimates the same. Here somebody sees all workers at once.
	Starved, Hoarded time.Duration
	// Searching is the time of workers without work that try to steal. The marker
	// counts it as busy. So it is neither starved nor hoarded.
	Searching time.Duration
	// Termination is the time from when the last worker ran out of work to the end of
	// the mark.
	Termination time.Duration

	// PeakFrontier is the largest number of grey objects at one instant.
	PeakFrontier uint64

	Steals, ItemsStolen   uint64 // successful steals, and the items that they took
	StealEmpty, StealLost uint64 // steals that found nothing, and that lost a race
	Pushes                uint64 // items that owners pushed on their deques
	Batches, Joins, Wakes uint64 // these and the next ones are as in stats.Worker

	BlocksOverflowed, BlocksRecovered      uint64
	PendingAdded, RefsRecovered            uint64
	SlicesOpened, SlicesAlone, ChunksTaken uint64
	ExclusiveSpells                        uint64

	// Owners is how many workers owned mark bits. 0 means that all workers shared all
	// bits. If there are owners, workers from this number on took no part.
	Owners                       int
	RefsForwarded, RefsReceived  uint64
	SlotsPublished, SlotsPartial uint64
	RefsSpilt                    uint64
	SpillAdded, RefsSwept        uint64

	// What speculation did. The first four are as in stats.Worker.
	CursorsStarted, CursorRounds uint64
	Harvests, ObjectsHarvested   uint64
	CursorSteps                  uint64        // references that cursors have followed
	Trial                        time.Duration // with cursors before a harvest has paid
	Speculating                  time.Duration // of Starved and Hoarded: of idle workers, with cursors

	// Accounts say what the workers spent their time on, and what they waited for.
	Accounts Accounts

	// Timeline says what each worker did when. It is nil unless Options.Timeline asks for one. A slice ends with each batch.
	Timeline *timeline.Timeline

	Points uint64 // how often a worker has let time pass
}

// count fills in what the marker has counted.
func (r *Result) count(s *stats.Mark) {
	sum := s.Sum()
	r.Marked, r.Makespan, r.Owners = s.Marked, s.Duration, s.Plan.Owners
	r.Termination = s.Termination
	d := &sum.Deque
	r.Steals, r.ItemsStolen, r.StealEmpty, r.StealLost, r.Pushes = d.Took, d.ItemsStolen, d.Empty, d.Lost, d.Pushes
	r.Batches, r.Joins, r.Wakes = sum.Batches, sum.Joins, sum.Wakes
	r.BlocksOverflowed, r.BlocksRecovered, r.PendingAdded, r.RefsRecovered = sum.BlocksOverflowed, sum.BlocksRecovered, sum.PendingAdded, sum.RefsRecovered
	r.SlicesOpened, r.SlicesAlone, r.ChunksTaken, r.ExclusiveSpells = sum.SlicesOpened, sum.SlicesAlone, sum.ChunksTaken, sum.ExclusiveSpells
	r.RefsForwarded, r.RefsReceived, r.SlotsPublished, r.SlotsPartial = sum.RefsForwarded, sum.RefsReceived, sum.SlotsPublished, sum.SlotsPartial
	r.RefsSpilt, r.SpillAdded, r.RefsSwept = sum.RefsSpilt, sum.SpillAdded, sum.SpillTaken
	r.CursorsStarted, r.CursorRounds, r.Harvests, r.ObjectsHarvested = sum.CursorsStarted, sum.CursorRounds, sum.Harvests, sum.ObjectsHarvested
	r.Trial = sum.Trial
}
