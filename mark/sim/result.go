package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Result is what a simulated mark did. All times are virtual. The times of several
// workers are added up.
type Result struct {
	Marks    *heap.Bitmap // a bit for each object marked, by Ref
	Marked   uint64       // how many objects were marked
	Workers  int
	Makespan time.Duration // from the start to the end of the mark

	// Idle time is split as in stats.Mark. It is hoarded while some other worker
	// holds more than a batch that nobody can take, and starved otherwise.
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

	Events uint64 // of the simulation
}
