package schema

import "math"

// Makespan is a grid: a cell for each number of tasks and of processors.
type Makespan []MakespanCell

// MakespanCell is one number of processors and of tasks.
type MakespanCell struct {
	Processors  int             `json:"processors"`  // how many there are
	Tasks       int             `json:"tasks"`       // how many there are
	Runs        int             `json:"runs"`        // how many the means are over
	Standard    MakespanVariant `json:"standard"`    // thieves take one task
	Cooperative MakespanVariant `json:"cooperative"` // thieves that come together share
	// Ratio is that of the requests, standard to cooperative, run by run.
	Ratio Estimate `json:"ratio"`
	// Scattered are the requests of standard steals when each task starts on a
	// random processor, over those when all start on one. Null where it was not
	// measured: scattering costs time for every task.
	Scattered *Estimate `json:"scattered"`
}

// MakespanVariant is one way to steal, with all tasks on one processor at
// first.
type MakespanVariant struct {
	Beyond   Estimate `json:"beyond"`   // makespan - W/m
	Longest  float64  `json:"longest"`  // the same, of the longest run
	Bound    float64  `json:"bound"`    // the same, of the expectation
	Constant Estimate `json:"constant"` // (makespan - W/m) / log2 W
	Requests Estimate `json:"requests"` // attempts at stealing
	Granted  Estimate `json:"granted"`  // attempts that took something
}

// Balance are the blocks of the report. Each varies one thing.
type Balance struct {
	Sizes     []BalanceCell `json:"sizes"`     // processes, under a steady load
	Patterns  []BalanceCell `json:"patterns"`  // what the application does
	Rates     []BalanceCell `json:"rates"`     // u, under a steady load
	Shrinking []BalanceCell `json:"shrinking"` // items at the start, all but four of which are consumed
}

// BalanceCell is one system. Loads are relative to the average at the same time.
type BalanceCell struct {
	Scheme    string  `json:"scheme"`    // how loads are balanced
	Pattern   string  `json:"pattern"`   // what the application does
	Processes int     `json:"processes"` // how many there are
	Start     int     `json:"start"`     // items of each process
	Steps     int     `json:"steps"`     // of the simulation
	U         int     `json:"u"`         // items that a process makes or consumes in a step at most
	Mu        float64 `json:"mu"`        // of the paper: above 0, at most 1
	Runs      int     `json:"runs"`      // how many the means are over

	Load    Estimate `json:"load"`    // expected, of the most loaded process, in the second half of the steps
	Largest float64  `json:"largest"` // of the process that has most at the time, likewise
	Last    float64  `json:"last"`    // as load, at the end
	Average float64  `json:"average"` // items of a process at the end
	Gap     float64  `json:"gap"`     // items above that, of the process that has most

	// Per step.
	Attempts   float64 `json:"attempts"`
	Balancings float64 `json:"balancings"` // attempts that moved something
	Moved      float64 `json:"moved"`      // items

	Curve []BalanceSpan `json:"curve"` // of sizes with DrawnProcesses; else null
}

// BalanceSpan is a point of a load curve.
type BalanceSpan struct {
	Step    int     `json:"step"`    // the last of the span
	Average float64 `json:"average"` // items of a process
	Load    float64 `json:"load"`    // expected, of the most loaded process
	Largest float64 `json:"largest"` // of the process that has most
}

// Dag are the three charts of Figure 2.
type Dag struct {
	Balanced   []DagCell `json:"balanced"`   // a: by depth
	Unbalanced []DagCell `json:"unbalanced"` // b: by depth
	Processors []DagCell `json:"processors"` // c: by processors, a balanced dag
}

// DagCell is a dag on a number of processors, under both schedulers.
type DagCell struct {
	Shape      string   `json:"shape"`      // of the dag
	Depth      int      `json:"depth"`      // of the dag
	Processors int      `json:"processors"` // how many there are
	Runs       int      `json:"runs"`       // how many the means are over
	Work       Estimate `json:"work"`       // nodes of the dag
	Span       int      `json:"span"`       // of the dag, in nodes

	Conventional DagCosts `json:"conventional"` // a scheduler with deques that are always shared
	LowCost      DagCosts `json:"lowcost"`      // a scheduler with deques that are shared upon request
}

// DagCosts is what one scheduler took.
type DagCosts struct {
	Steps           Estimate `json:"steps"`           // of the simulation
	CAS             Estimate `json:"cas"`             // compare-and-swap operations
	Fences          Estimate `json:"fences"`          // full ones
	Synchronization Estimate `json:"synchronization"` // CAS and fences
	Notifications   Estimate `json:"notifications"`   // requests to share
	Attempts        Estimate `json:"attempts"`        // at stealing
	Steals          Estimate `json:"steals"`          // that took a node
	Exposed         Estimate `json:"exposed"`         // nodes, upon a notification

	// By processors times span.
	SynchronizationPerPSpan float64 `json:"synchronization_per_p_span"`
	AttemptsPerPSpan        float64 `json:"attempts_per_p_span"` // of attempts
}

// Figures of Tchiboukdjian et al., "A Tighter Analysis of Work Stealing",
// Section 6, to compare with.
const (
	PaperStandard    = 2.37
	PaperCooperative = 2.08
	PaperRatio       = 1.14
)

// ItemsAtEnd is what a process has at the end, where the average shrinks.
const ItemsAtEnd = 4

// DrawnProcesses is the size of the systems whose loads are followed through time.
const DrawnProcesses = 1024

// DrainedEstimate is what sim.Drain derives for u = mu = 1.
func (c *BalanceCell) DrainedEstimate() float64 {
	return 4*math.Sqrt(float64(c.Start)/ItemsAtEnd) - 3
}
