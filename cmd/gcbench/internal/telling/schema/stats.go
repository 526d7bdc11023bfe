package schema

import (
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Stats are one mark's: the last of the sample whose time is nearest to the
// median. Counts are sums over the workers where they are not per worker.
type Stats struct {
	DurationNS    int64    `json:"duration_ns"`    // the mark's time
	MarkingUsed   string   `json:"marking_used"`   // who has set mark bits: owner, shared, or alone if one worker did; "" if the version did not say
	Owners        int      `json:"owners"`         // of mark bits; 0 if they were shared
	Plan          *Plan    `json:"plan"`           // what was decided before the mark began; null if the version did not say
	Marked        []uint64 `json:"marked"`         // per worker
	Scanned       []uint64 `json:"scanned"`        // per worker
	StealAttempts uint64   `json:"steal_attempts"` // = steals + steal_empty + steal_lost; these and items_stolen are null if a deque of a user's own does not count them
	CAS           uint64   `json:"cas"`            // this and the next three are null if a deque of a user's own does not count them
	CASFailed     uint64   `json:"cas_failed"`     // of these, the ones that failed
	RMW           uint64   `json:"rmw"`            // other read-modify-writes on deques
	Stores        uint64   `json:"stores"`         // sequentially consistent ones on deques
	OverflowRefs  uint64   `json:"overflow_refs"`  // into the bitmap of the second tier
	RefsSwept     uint64   `json:"refs_swept"`     // different ones of refs_spilt, taken up by the owners
	Work
	CursorRoundsWasted uint64 `json:"cursor_rounds_wasted"` // of cursor_rounds, the ones after the last harvest that paid
	ChunksTaken        uint64 `json:"chunks_taken"`         // of huge objects

	IdleNS        []int64 `json:"idle_ns"`        // per worker
	StarvedNS     int64   `json:"starved_ns"`     // idle while there was too little work for all
	HoardedNS     int64   `json:"hoarded_ns"`     // idle while another worker held more than a batch
	TerminationNS int64   `json:"termination_ns"` // after the last worker was done
	Imbalance     float64 `json:"imbalance"`      // the most of scanned over their mean
	MarkerBytes   int64   `json:"marker_bytes"`   // of the marker, its bitmaps aside
}

// Work is what the workers of a mark did together, in real time or in virtual time.
type Work struct {
	Steals         uint64 `json:"steals"`          // that took something
	ItemsStolen    uint64 `json:"items_stolen"`    // by these
	StealEmpty     uint64 `json:"steal_empty"`     // attempts that found nothing
	StealLost      uint64 `json:"steal_lost"`      // attempts that another worker has spoilt
	Wakes          uint64 `json:"wakes"`           // of sleeping workers
	OverflowBlocks uint64 `json:"overflow_blocks"` // that went to the overflow list
	SlicesOpened   uint64 `json:"slices_opened"`   // huge objects that were cut into chunks
	// ExclusiveSpells is how often a worker has become the only one that may mark, the
	// beginning of the mark aside.
	ExclusiveSpells uint64 `json:"exclusive_spells"`
	RefsForwarded   uint64 `json:"refs_forwarded"`  // to the owners of their mark bits
	RefsSpilt       uint64 `json:"refs_spilt"`      // of these, the ones that did not fit into a queue
	SlotsPublished  uint64 `json:"slots_published"` // in queues between owners
	SlotsPartial    uint64 `json:"slots_partial"`   // of these, the ones that were not full

	// Speculation. A round is a step of each cursor of a worker.
	CursorsStarted   uint64 `json:"cursors_started"`
	CursorRounds     uint64 `json:"cursor_rounds"`     // in all
	Harvests         uint64 `json:"harvests"`          // of what cursors have found
	ObjectsHarvested uint64 `json:"objects_harvested"` // marked by harvests; what they lead to is not counted
	TrialNS          int64  `json:"trial_ns"`          // with cursors, before a harvest has paid
}

// WorkOf returns the sums over all workers in the report's terms.
func WorkOf(sum *stats.Worker) Work {
	return Work{
		Steals: sum.Deque.Took, ItemsStolen: sum.Deque.ItemsStolen, StealEmpty: sum.Deque.Empty, StealLost: sum.Deque.Lost,
		Wakes: sum.Wakes, OverflowBlocks: sum.BlocksOverflowed, SlicesOpened: sum.SlicesOpened, ExclusiveSpells: sum.ExclusiveSpells,
		RefsForwarded: sum.RefsForwarded, RefsSpilt: sum.RefsSpilt, SlotsPublished: sum.SlotsPublished, SlotsPartial: sum.SlotsPartial,
		CursorsStarted: sum.CursorsStarted, CursorRounds: sum.CursorRounds,
		Harvests: sum.Harvests, ObjectsHarvested: sum.ObjectsHarvested, TrialNS: sum.Trial.Nanoseconds(),
	}
}

// StatsOf returns s in the report's terms.
func StatsOf(s *stats.Mark) Stats {
	sum := s.Sum()
	r := Stats{
		DurationNS: s.Duration.Nanoseconds(), MarkingUsed: markingUsed(s), Owners: s.Plan.Owners, Plan: planOf(s.Plan), Work: WorkOf(&sum),
		StealAttempts: sum.Deque.Steals, CAS: sum.Deque.CAS, CASFailed: sum.Deque.CASFailed, RMW: sum.Deque.RMW, Stores: sum.Deque.Stores,
		OverflowRefs: sum.PendingAdded, RefsSwept: sum.SpillTaken, CursorRoundsWasted: sum.CursorRoundsWasted, ChunksTaken: sum.ChunksTaken,
		StarvedNS: s.Starved.Nanoseconds(), HoardedNS: s.Hoarded.Nanoseconds(),
		TerminationNS: s.Termination.Nanoseconds(), Imbalance: s.Imbalance(), MarkerBytes: s.MarkerBytes,
		Marked: make([]uint64, len(s.Workers)), Scanned: make([]uint64, len(s.Workers)), IdleNS: make([]int64, len(s.Workers)),
	}
	for i := range s.Workers {
		r.Marked[i], r.Scanned[i] = s.Workers[i].Marked, s.Workers[i].Scanned
		r.IdleNS[i] = s.Workers[i].Idle.Nanoseconds()
	}
	return r
}

// Plan is a tune.Plan, which says what its fields mean.
type Plan struct {
	Team        int    `json:"team"`        // workers that take part at most
	Owners      int    `json:"owners"`      // of mark bits, 0 if all share them
	Excludes    bool   `json:"excludes"`    // a worker may mark alone for a while
	Found       int    `json:"found"`       // objects after which others are woken
	Speculates  bool   `json:"speculates"`  // some worker looks ahead along lists
	Speculators int    `json:"speculators"` // idle workers that do at most
	Asks        bool   `json:"asks"`        // the user's code tells successors
	Dense       bool   `json:"dense"`       // objects have many references, so bits are shared
	Narrow      bool   `json:"narrow"`      // few objects were grey for long, so bits are shared
	Local       bool   `json:"local"`       // grey objects lie close together, so bits are shared
	Says        string `json:"says"`        // the same for people
}

func planOf(p tune.Plan) *Plan {
	return &Plan{p.Team, p.Owners, p.Excludes, p.Found, p.Speculates, p.Speculators, p.Asks, p.Dense, p.Narrow, p.Local, p.String()}
}

// markingUsed is what the choice of a marking, such as auto, came to.
func markingUsed(s *stats.Mark) string {
	switch {
	case s.Plan.Owners > 1:
		return tune.MarkingOwner.String()
	case s.Plan.Owners == 1 || len(s.Workers) == 1:
		return "alone"
	}
	return tune.MarkingShared.String()
}
