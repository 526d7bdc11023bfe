package schema

import "math"

// Makespan is a grid: a cell for each number of tasks and of processors.
type Makespan []MakespanCell

// MakespanCell is one number of processors and of tasks.
type MakespanCell struct {
	Processors  int             `json:"processors"`
	Tasks       int             `json:"tasks"`
	Runs        int             `json:"runs"`
	Standard    MakespanVariant `json:"standard"`
	Cooperative MakespanVariant `json:"cooperative"`
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
	Requests Estimate `json:"requests"`
	Granted  Estimate `json:"granted"`
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
	Scheme    string  `json:"scheme"`
	Pattern   string  `json:"pattern"`
	Processes int     `json:"processes"`
	Start     int     `json:"start"` // items of each process
	Steps     int     `json:"steps"`
	U         int     `json:"u"`
	Mu        float64 `json:"mu"`
	Runs      int     `json:"runs"`

	Load    Estimate `json:"load"`    // expected, of the most loaded process, in the second half of the steps
	Largest float64  `json:"largest"` // of whoever has most at the time, likewise
	Last    float64  `json:"last"`    // as load, at the end
	Average float64  `json:"average"` // items of a process at the end
	Gap     float64  `json:"gap"`     // items that whoever has most has above that

	// Per step.
	Attempts   float64 `json:"attempts"`
	Balancings float64 `json:"balancings"`
	Moved      float64 `json:"moved"`

	Curve []BalanceSpan `json:"curve"` // of sizes with DrawnProcesses; else null
}

// BalanceSpan is a point of a load curve.
type BalanceSpan struct {
	Step    int     `json:"step"` // the last of the span
	Average float64 `json:"average"`
	Load    float64 `json:"load"`
	Largest float64 `json:"largest"`
}

// Dag are the three charts of Figure 2.
type Dag struct {
	Balanced   []DagCell `json:"balanced"`   // a: by depth
	Unbalanced []DagCell `json:"unbalanced"` // b: by depth
	Processors []DagCell `json:"processors"` // c: by processors, a balanced dag
}

// DagCell is a dag on a number of processors, under both schedulers.
type DagCell struct {
	Shape      string   `json:"shape"`
	Depth      int      `json:"depth"`
	Processors int      `json:"processors"`
	Runs       int      `json:"runs"`
	Work       Estimate `json:"work"`
	Span       int      `json:"span"`

	Conventional DagCosts `json:"conventional"`
	LowCost      DagCosts `json:"lowcost"`
}

// DagCosts is what one scheduler took.
type DagCosts struct {
	Steps           Estimate `json:"steps"`
	CAS             Estimate `json:"cas"`
	Fences          Estimate `json:"fences"`
	Synchronization Estimate `json:"synchronization"` // CAS and fences
	Notifications   Estimate `json:"notifications"`
	Attempts        Estimate `json:"attempts"` // at stealing
	Steals          Estimate `json:"steals"`
	Exposed         Estimate `json:"exposed"` // nodes, upon a notification

	// By processors times span.
	SynchronizationPerPSpan float64 `json:"synchronization_per_p_span"`
	AttemptsPerPSpan        float64 `json:"attempts_per_p_span"`
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
