package schema

import "github.com/seed-3ccf4018/halfmark/mark/stats"

// Verification is what gcbench verify reports.
type Verification struct {
	Schema string  `json:"schema"` // the format
	Env    Env     `json:"env"`    // the machine, the build and the command
	Passed bool    `json:"passed"` // nothing was wrong
	Marks  int     `json:"marks"`  // of all checks
	Checks []Check `json:"checks"` // in order
}

// Check is one heap marked with one queue in one setting by several numbers of
// workers. The counts are sums over its marks; they prove that the paths that
// the setting is about did run.
type Check struct {
	Facts
	Deque          string `json:"queue"`           // the deque
	Setting        string `json:"setting"`         // what the marks were about
	Workers        []int  `json:"workers"`         // the numbers of workers
	Passed         bool   `json:"passed"`          // nothing was wrong
	Problem        string `json:"problem"`         // "" if passed
	Command        string `json:"command"`         // that makes the same marks again; "" if passed
	Marks          int    `json:"marks"`           // how many there were
	Steals         uint64 `json:"steals"`          // that took something
	StealLost      uint64 `json:"steal_lost"`      // attempts that another worker has spoilt
	OverflowBlocks uint64 `json:"overflow_blocks"` // that went to the overflow list
	OverflowRefs   uint64 `json:"overflow_refs"`   // into the bitmap of the second tier
	RefsForwarded  uint64 `json:"refs_forwarded"`  // to the owners of their mark bits
	RefsSpilt      uint64 `json:"refs_spilt"`      // of these, the ones that did not fit into a queue
	Harvests       uint64 `json:"harvests"`        // of what speculation has found
}

// Count adds what marks did.
func (c *Check) Count(marks []stats.Mark) {
	c.Marks += len(marks)
	for i := range marks {
		sum := marks[i].Sum()
		c.Steals += sum.Deque.Took
		c.StealLost += sum.Deque.Lost
		c.OverflowBlocks += sum.BlocksOverflowed
		c.OverflowRefs += sum.PendingAdded
		c.RefsForwarded += sum.RefsForwarded
		c.RefsSpilt += sum.RefsSpilt
		c.Harvests += sum.Harvests
	}
}

// Add takes in a check.
func (v *Verification) Add(c Check) {
	v.Checks = append(v.Checks, c)
	v.Marks += c.Marks
	v.Passed = v.Passed && c.Passed
}

// Stress is what gcbench stress reports.
type Stress struct {
	Schema    string         `json:"schema"`            // the format
	Env       Env            `json:"env"`               // the machine, the build and the command
	Seed      uint64         `json:"seed"`              // of all random numbers
	Passed    bool           `json:"passed"`            // nothing was wrong
	Marks     uint64         `json:"marks"`             // how many there were
	Scenarios []Tally        `json:"scenarios"`         // what each did
	Failure   *StressFailure `json:"failure,omitempty"` // left out if there was none
}

// Tally is what the rounds of a scenario of gcbench stress did, in all its marks.
type Tally struct {
	Scenario       string `json:"scenario"`         // its name
	Rounds         uint64 `json:"rounds"`           // how many there were
	Marks          uint64 `json:"marks"`            // how many there were
	Objects        uint64 `json:"objects_marked"`   // in all marks
	ExpectedErrors uint64 `json:"expected_errors"`  // marks that ended with the error that the fault calls for
	Steals         uint64 `json:"steals"`           // that took something
	StealLost      uint64 `json:"steal_lost"`       // attempts that another worker has spoilt
	OverflowBlocks uint64 `json:"overflow_blocks"`  // that went to the overflow list
	PendedRefs     uint64 `json:"pended_refs"`      // into the bitmap of the second tier
	Forwarded      uint64 `json:"refs_forwarded"`   // to the owners of their mark bits
	Spilt          uint64 `json:"refs_spilt"`       // of these, the ones that did not fit into a queue
	Spells         uint64 `json:"exclusive_spells"` // times a worker became the only one that may mark
	Harvests       uint64 `json:"harvests"`         // of what speculation has found
	Resized        uint64 `json:"resized"`          // marks in which the number of processors changed
	DurationNS     int64  `json:"duration_ns"`      // of all rounds
}

// StressFailure is the round that went wrong.
type StressFailure struct {
	Scenario string `json:"scenario"` // its name
	Seed     uint64 `json:"seed"`     // of the round
	Problem  string `json:"problem"`  // what went wrong
	Command  string `json:"command"`  // that repeats it
}

// Peers is what gcbench peers reports.
type Peers struct {
	Schema string      `json:"schema"` // the format
	Env    Env         `json:"env"`    // the machine, the build and the command
	Heaps  []PeersHeap `json:"heaps"`  // in the order of the command
}

// PeersHeap is one heap marked by all collectors.
type PeersHeap struct {
	Facts
	Workers int     `json:"workers"` // of each collector
	Options Choices `json:"options"` // of halfmark
	Peers   []Peer  `json:"peers"`   // halfmark first
}

// Peer is one collector. Its figures are zero or null if it was skipped.
type Peer struct {
	Name        string    `json:"name"`          // of the collector
	Version     string    `json:"version"`       // of the collector
	What        string    `json:"what"`          // is measured
	Skipped     string    `json:"skipped"`       // why; "" if it was not
	SamplesNS   []float64 `json:"samples_ns"`    // a round each
	MedianNS    float64   `json:"median_ns"`     // of the samples
	CI95NS      []float64 `json:"ci95_ns"`       // null below six samples
	NSPerObject float64   `json:"ns_per_object"` // per live object
	Ratio       *float64  `json:"ratio"`         // of its time to halfmark's, round by round
	RatioCI95   []float64 `json:"ratio_ci95"`    // null below six samples
}
