package sim

import "fmt"

const (
	// MaxProcessors and MaxTasks bound a run: 20 bytes a processor, and squares
	// of loads that fit 64 bits.
	MaxProcessors = 1 << 20
	MaxTasks      = 1 << 30
)

// Stealing says what happens when several thieves ask one victim at once.
type Stealing uint8

const (
	Standard    Stealing = iota // one of them gets half (Section 4)
	Cooperative                 // all of them share with the victim (Section 5)
)

func (s Stealing) String() string {
	if s == Standard {
		return "standard"
	}
	return "cooperative"
}

// Stealings returns all values.
func Stealings() []Stealing { return []Stealing{Standard, Cooperative} }

// MakespanOptions describe a run.
type MakespanOptions struct {
	// Loads has the number of tasks of each processor at the beginning: 1 to
	// MaxProcessors of them, 1 to MaxTasks tasks in all, none negative.
	Loads    []int
	Stealing Stealing
	Seed     uint64
	// Watch, if not nil, is called at the beginning of every slot and at the
	// end, from the goroutine that called Makespan.
	Watch func(Slot)
}

// Slot is the state between two time steps.
type Slot struct {
	Time      int
	Active    int     // processors with tasks: α(t)
	Tasks     int     // left: w(t)
	Potential float64 // Φ(t), see MakespanResult
}

// MakespanResult is what a run came to.
type MakespanResult struct {
	Stealing   Stealing
	Processors int // m
	Tasks      int // W
	Makespan   int // time slots until all tasks are executed: C_max

	Requests uint64 // for work: one for each processor without tasks in each slot
	Granted  uint64 // requests that were given a task or more
	Moved    uint64 // tasks given away

	// Potential is Φ(0): the sum of squared distances from the mean load for
	// standard steals, the sum of squared loads for cooperative ones.
	Potential float64
	// Unbalanced are the requests until Φ(t) ≤ 1, the R of Theorem 1.
	Unbalanced uint64
}

// check finds what cannot be simulated.
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
