package sim_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// All tasks are on one of 1,024 processors at first. A perfect schedule takes 1,024 time slots.
func ExampleMakespan() {
	r, err := sim.Makespan(sim.MakespanOptions{Loads: sim.OneQueue(1024, 1<<20), Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d time slots, below the bound of %.0f on the mean\n", r.Makespan, r.Bound())
	// Output: 1081 time slots, below the bound of 1098 on the mean
}

// A thousand processes balance in random pairs, while one of them generates all items. The
// paper's symmetric scheme comes first: each process attempts with a probability inverse to
// its load.
func ExampleBalance() {
	r, err := sim.Balance(sim.BalanceOptions{
		Scheme:    sim.BalanceSchemes()[0],
		Pattern:   sim.Steady,
		Processes: 1000, Start: 10, Steps: 1000, U: 1, Mu: 1, Runs: 4, Seed: 1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the fullest process has %.1f times the average\n", r.Expected)
	// Output: the fullest process has 2.7 times the average
}

// A conventional scheduler shares every node. With the other one an owner shares a node only
// when a thief has asked.
func ExampleDag() {
	for _, s := range []sim.DagScheduler{sim.Conventional, sim.LowCost} {
		r, err := sim.Dag(sim.DagOptions{Scheduler: s, Shape: sim.Balanced, Depth: 16, Processors: 8, Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s, r.Steps, "steps,", r.Synchronization(), "compare-and-swaps and fences")
	}
	// Output:
	// conventional 8195 steps, 65655 compare-and-swaps and fences
	// lowcost 8234 steps, 741 compare-and-swaps and fences
}
