package sim_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Several workers mark a random graph faster than one does. No number of workers marks a list faster: each object is found by
// the scan of the one before, unless workers speculate.
func ExampleSweep() {
	var plain sim.Config
	plain.Options.Tuning.Speculation = tune.SpeculationOff
	for _, name := range []string{"random", "list"} {
		s, err := shape.Parse(name)
		if err != nil {
			log.Fatal(err)
		}
		h, err := s.Build(shape.Params{Objects: 100_000, Seed: 1, Layout: shape.Shuffled})
		if err != nil {
			log.Fatal(err)
		}
		curve, err := sim.Sweep(context.Background(), h, plain, []int{2, 16})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(name)
		for _, p := range curve.Points {
			fmt.Printf(", %d workers: %.1f", p.Workers, p.Speedup)
		}
		fmt.Println()
	}
	// Output:
	// random, 2 workers: 1.8, 16 workers: 2.2
	// list, 2 workers: 1.0, 16 workers: 1.0
}
