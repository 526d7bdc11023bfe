package chrometrace

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/schema"

// A file is the object form of Chrome's trace events. The field otherData comes first and has
// what no event says. Events follow, one in a line. A mark is a process, numbered from 1, and
// a worker is the thread of the next number after its own.

// head is otherData. Each entry of marks is a described mark.
type head struct {
	Schema  string     `json:"schema"`
	Env     schema.Env `json:"env"`
	Command []string   `json:"command"`
}

// described is a mark without its events. Slices and Arrows are how many there are: a
// reader sees whether some are missing.
type described struct {
	Mark
	Measured measured `json:"timeline"`
}

type measured struct {
	DurationNS int64    `json:"duration_ns"`
	Dropped    []uint64 `json:"dropped"` // per worker
	Slices     []int    `json:"slices"`  // per worker
	Arrows     int      `json:"arrows"`
}

func describe(m *Mark) described {
	t := m.Timeline
	d := described{*m, measured{DurationNS: t.Duration.Nanoseconds(), Arrows: len(t.Arrows)}}
	for _, lane := range t.Lanes {
		d.Measured.Dropped = append(d.Measured.Dropped, lane.Dropped)
		d.Measured.Slices = append(d.Measured.Slices, len(lane.Slices))
	}
	return d
}

// The phases of events.
const (
	phaseSlice    = "X"
	phaseCounter  = "C"
	phaseMetadata = "M"
	phaseSend     = "s"
	phaseArrive   = "f"
)

// args are what a slice has besides its activity and its time. What is 0 is left out, and so
// is a victim that nobody is. Sent or arrived of an arrow is At, in microseconds, if the
// event lies elsewhere: see within.
type args struct {
	Objects    uint32   `json:"objects"`
	Victim     *int32   `json:"victim"`
	Outcome    string   `json:"outcome"`
	Attempts   uint32   `json:"attempts"`
	Items      uint32   `json:"items"`
	Harvested  uint32   `json:"harvested"`
	Overflowed uint32   `json:"overflowed"`
	Forwarded  uint32   `json:"forwarded"`
	Private    uint32   `json:"private"`
	Deque      uint32   `json:"deque"`
	Count      uint32   `json:"count"`
	At         *float64 `json:"at"`
}
