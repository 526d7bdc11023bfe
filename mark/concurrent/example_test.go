package concurrent_test

import (
	"fmt"
	"sync"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// A mutator loads B from A, and deletes the reference in A, while a marker runs. B stays alive in a register, and the
// barrier keeps the marker from losing it.
func ExampleRun() {
	run := concurrent.Run{
		Marking:   concurrent.Marking{Barrier: concurrent.Dijkstra, Scan: concurrent.First, Rescan: true},
		Fields:    []concurrent.Ref{1: 2, 2: concurrent.Nil},
		Registers: [][]concurrent.Ref{{1, concurrent.Nil}},
		Scripts:   [][]concurrent.Operation{concurrent.MustScript("r1 = r0.f; r0.f = nil")},
	}
	var all sync.WaitGroup
	h := run.Start(func(_ string, body func()) { all.Go(body) }, nil)
	all.Wait()
	fmt.Println("lost:", h.View().Lost())
	// Output:
	// lost: nil
}
