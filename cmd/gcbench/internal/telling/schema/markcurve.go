package schema

import "github.com/seed-3ccf4018/halfmark/mark/sim/machines"

// MarkCurves are those of all heaps and settings.
type MarkCurves []MarkCurve

// MarkCurve is how marks of one heap scale, in virtual time.
type MarkCurve struct {
	// Name is the heap's, with what tells the curve from the others of the command. It is "" in
	// reports of versions that did not write it.
	Name string `json:"name"`
	Facts
	Preset string `json:"preset"` // of --preset
	Choices
	Recruit     int              `json:"recruit"`     // tune.Tuning.Recruit; 0 is the default
	Speculators int              `json:"speculators"` // idle workers that may speculate at once, if any may
	CostsNS     map[string]int64 `json:"costs_ns"`    // of what a worker does
	// Machine is that on which the workers ran, null if it had no caches.
	Machine *machines.Machine `json:"machine"`

	OneNS   int64       `json:"one_ns"`  // the time of one worker without speculation
	WorkNS  int64       `json:"work_ns"` // of that, what scans take
	SpanNS  int64       `json:"span_ns"` // of dependent scans
	Ceiling float64     `json:"ceiling"` // one over span
	Points  []MarkPoint `json:"points"`  // by the number of workers
}

// MarkPoint is one number of workers.
type MarkPoint struct {
	Workers   int     `json:"workers"`    // how many there were
	VirtualNS int64   `json:"virtual_ns"` // the mark time
	Speedup   float64 `json:"speedup"`    // over one worker without speculation
	Limit     float64 `json:"limit"`      // of the speedup by that many workers

	StarvedNS     int64 `json:"starved_ns"`     // these three are sums over the workers
	HoardedNS     int64 `json:"hoarded_ns"`     // idle while another worker held more than a batch
	SearchingNS   int64 `json:"searching_ns"`   // while a worker looked for work
	TerminationNS int64 `json:"termination_ns"` // after the last scan

	// HeldBy is the largest of the accounts besides the scans, and HeldShare its share of all time.
	HeldBy     string           `json:"held_by"`
	HeldShare  float64          `json:"held_share"`  // 0 to 1
	AccountsNS map[string]int64 `json:"accounts_ns"` // sums over the workers, which add up to all time

	PeakFrontier uint64 `json:"peak_frontier"` // grey objects
	Owners       int    `json:"owners"`        // of mark bits; 0 if all workers share them
	// SlotFill is how full the slots were in which references were forwarded, 0 to 1, and HottestShare how many of the references
	// went to the owner that got most.
	SlotFill     float64 `json:"slot_fill"`
	HottestShare float64 `json:"hottest_share"` // 0 to 1

	Joins        uint64 `json:"joins"`        // times that a worker began to take part
	PendingAdded uint64 `json:"refs_pended"`  // into the bitmap of the second tier
	SlicesAlone  uint64 `json:"slices_alone"` // huge objects that a worker scanned alone
	Work
	CursorSteps   uint64 `json:"cursor_steps"`   // of speculation
	SpeculatingNS int64  `json:"speculating_ns"` // of idle workers

	// Transfers are lines that went from one core's cache to another, by what they are for. It is null if the machine had no
	// caches.
	Transfers map[string]uint64 `json:"transfers"`

	Measured *Measured `json:"measured"` // null if this mark was not measured
}

// Measured is what reports of gcbench run say of a mark that was simulated.
type Measured struct {
	Reports int     `json:"reports"` // how many have it
	NS      float64 `json:"ns"`      // the median over them
	// Speedup is over one worker of the same report: the median over those reports that have one, 0 if none
	// has. Simulated is the same of the simulation: both marks may speculate.
	Speedup   float64 `json:"speedup"`
	Simulated float64 `json:"simulated_speedup"` // of the simulation
}
