package interleave_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Two threads add to a counter with a load and a store. Six schedules are
// possible; in four of them one addition is lost.
func Example() {
	program := func(w *interleave.World) func() {
		var counter interleave.Uint64
		w.Name("counter", &counter, nil)
		increment := func() { counter.Store(counter.Load() + 1) }
		w.Go("one", increment)
		w.Go("two", increment)
		return func() {
			if got := counter.Load(); got != 2 {
				w.Failf("the counter is %d, not 2", got)
			}
		}
	}
	rep := interleave.Explore(program, interleave.Options{})
	fmt.Println(rep.Executions, "executions:", rep.Failure.Err)
	fmt.Print(rep.Failure.Table)
	// Output:
	// 2 executions: the counter is 1, not 2
	// step  a one                           b two
	//    1  counter reads: 0
	//    2                                  counter reads: 0
	//    3                                  counter writes: 1
	//    4  counter writes: 1
	//       the counter is 1, not 2
}

// A schedule that has failed is a string, to be kept in a test.
func ExampleReplay() {
	program := func(w *interleave.World) func() {
		var flag interleave.Bool
		token := interleave.MakeChan[int](1)
		w.Go("sleeper", func() {
			if !flag.Load() {
				token.Receive()
			}
		})
		w.Go("waker", func() { flag.Store(true) })
		return nil
	}
	played, err := interleave.Replay(program, "ab")
	fmt.Println(played.Err, err)
	// Output:
	// every thread waits for ever: sleeper waits for a message <nil>
}
