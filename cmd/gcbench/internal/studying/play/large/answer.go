package large

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/rows"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// Mark is what a simulated mark did. All times are virtual, in nanoseconds. Those of several
// workers are added up.
type Mark struct {
	Request Request `json:"request"` // with its defaults
	Live    uint64  `json:"live"`    // reachable objects
	Owners  int     `json:"owners"`  // workers that own mark bits, 0 if all share them

	Makespan int64 `json:"makespan"` // from the start to the end of the mark
	One      int64 `json:"one"`      // the makespan of one worker that does not speculate

	Speedup float64 `json:"speedup"` // One over Makespan
	Ceiling float64 `json:"ceiling"` // One over the longest chain of scans: no number of workers exceeds it without speculation
	Limit   float64 `json:"limit"`   // One over a worker's share of all scans, what these workers cannot exceed

	// The time of all workers is Busy + Searching + Starved + Hoarded.
	Busy      int64 `json:"busy"`
	Searching int64 `json:"searching"`
	Starved   int64 `json:"starved"`
	Hoarded   int64 `json:"hoarded"`

	Peak      uint64 `json:"peak"` // the most grey objects at once
	Steals    uint64 `json:"steals"`
	Items     uint64 `json:"items"` // that steals took
	Empty     uint64 `json:"empty"` // steals that found nothing
	Lost      uint64 `json:"lost"`  // steals that lost a race
	Wakes     uint64 `json:"wakes"`
	Forwarded uint64 `json:"forwarded"`  // references that were sent to the owners of their bits
	Overflow  uint64 `json:"overflowed"` // blocks and references for which no deque had room
	Harvested uint64 `json:"harvested"`  // objects that speculation has marked

	Lanes    *rows.Data `json:"lanes,omitempty"` // one mark
	Frontier *Curve     `json:"frontier,omitempty"`
}

// accounts fills in all but the lanes and the frontier.
func (s *Simulator) accounts(q Request, r *sim.Result) *Mark {
	all := r.Makespan * time.Duration(r.Workers)
	return &Mark{
		Request: q, Live: s.bound.Live, Owners: r.Owners,
		Makespan: int64(r.Makespan), One: int64(s.one.Makespan),
		Speedup: costs.Ratio(s.one.Makespan, r.Makespan), Ceiling: s.bound.Ceiling(s.one.Makespan), Limit: s.bound.WorkLimit(s.one.Makespan, r.Workers),
		Busy: int64(all - r.Searching - r.Starved - r.Hoarded), Searching: int64(r.Searching), Starved: int64(r.Starved), Hoarded: int64(r.Hoarded),
		Peak: r.PeakFrontier, Steals: r.Deque.Took, Items: r.Deque.ItemsStolen, Empty: r.Deque.Empty, Lost: r.Deque.Lost, Wakes: r.Wakes,
		Forwarded: r.RefsForwarded, Overflow: r.BlocksOverflowed + r.PendingAdded, Harvested: r.ObjectsHarvested,
	}
}
