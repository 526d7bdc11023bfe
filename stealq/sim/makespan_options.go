package sim

import "fmt"

const (
	MaxProcessors = 1 << 20 // the most processors of a run; each takes 20 bytes
	MaxTasks      = 1 << 30 // the most tasks of a run; the squares of loads must fit into 64 bits
)

// Stealing is the rule for several thieves that ask one victim at once.
type Stealing uint8

const (
	Standard    Stealing = iota // one of them gets half (section 4)
	Cooperative                 // all of them share with the victim (section 5)
)

// String returns "standard" or "cooperative".
func (s Stealing) String() string {
	if s == Standard {
		return "standard"
	}
	return "cooperative"
}

// Stealings returns both values.
func Stealings() []Stealing { return []Stealing{Standard, Cooperative} }

// MakespanOptions describe a run of [Makespan].
type MakespanOptions struct {
	// Loads holds the number of tasks of each processor at the beginning. There are 1 to
	// MaxProcessors of them. No number is negative, and the sum is from 1 to MaxTasks.
	Loads    []int
	Stealing Stealing
	Seed     uint64 // decides the choice of victims
}

// MakespanResult is the result of a run. The letters are those of the paper.
type MakespanResult struct {
	Stealing   Stealing
	Processors int // m
	Tasks      int // W
	Makespan   int // C_max: time slots until all tasks are executed

	Requests uint64 // requests for work: one in each slot for each processor without tasks
	Granted  uint64 // requests that got at least one task
	Moved    uint64 // tasks given away

	// Potential is Φ(0). For standard steals it is the sum of squared distances from
	// the mean load. For cooperative steals it is the sum of squared loads.
	Potential float64
	// Unbalanced is the number of requests until Φ(t) ≤ 1. It is the R of theorem 1.
	Unbalanced uint64
}

// check returns an error if the options cannot be simulated.
func (o *MakespanOptions) check() error {
	if o.Stealing > Cooperative {
		return fmt.Errorf("sim: there is no stealing %d: it must be Standard or Cooperative", o.Stealing)
	}
	return checkLoads(o.Loads)
}

func checkLoads(loads []int) error {
	if len(loads) < 1 || len(loads) > MaxProcessors {
		return fmt.Errorf("sim: %d processors: there must be 1 to %d", len(loads), MaxProcessors)
	}
	total := 0
	for i, w := range loads {
		if w < 0 || w > MaxTasks-total {
			return fmt.Errorf("sim: processor %d has %d tasks, those before it %d: loads may not be negative nor exceed %d in all",
				i, w, total, MaxTasks)
		}
		total += w
	}
	if total == 0 {
		return fmt.Errorf("sim: no processor has a task: there must be 1 to %d", MaxTasks)
	}
	return nil
}
