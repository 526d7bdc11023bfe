package states_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
)

// Yuasa's barrier is not enough if objects are scanned before all stacks are.
func ExampleSearch() {
	r := states.Search(states.Setup{
		Marking:  states.Marking{Barrier: concurrent.Yuasa, Scan: states.Mixed},
		Mutators: 1,
	})
	fmt.Println(r)
	for _, move := range r.Run {
		fmt.Println("-", move)
	}
	// Output:
	// loses in 9 steps
	// - mutator 0 wants to store A into C
	// - mutator 0: read C.f: C
	// - mutator 0: shade(C)
	// - the marker reads C.f: C
	// - the marker shades C, and is done with C
	// - mutator 0: C.f = A
	// - mutator 0 drops A
	// - the marker scans the stack of mutator 0
	// - the marker finds nothing grey, and ends the mark
}
