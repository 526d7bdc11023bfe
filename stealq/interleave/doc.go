// Package interleave explores the schedules of small concurrent programs. It finds out whether a
// lock-free algorithm is right in every order in which its threads can run.
//
// Begin with [Explore]. Give it a [Program] that makes the shared state, starts threads and
// returns a check:
//
//	rep := interleave.Explore(func(w *interleave.World) func() {
//		var counter interleave.Uint64
//		increment := func() { counter.Store(counter.Load() + 1) }
//		w.Go("one", increment)
//		w.Go("two", increment)
//		return func() {
//			if got := counter.Load(); got != 2 {
//				w.Failf("the counter is %d, not 2", got)
//			}
//		}
//	}, interleave.Options{})
//	fmt.Println(rep.Err()) // "the counter is 1, not 2", and the schedule that shows it
//
// Explore runs the program again and again, one thread at a time. Before each operation on
// shared memory it decides which thread goes on. An execution fails when the check fails,
// when a thread panics, and when all threads wait. Then Explore returns the schedule in two
// forms: as a string for [Replay], and as a table with a column for each thread.
//
// Threads may share variables of this package's types. They may share plain memory too, if
// it passes from thread to thread by means of such variables. Plain accesses are not steps:
// use the race detector to find data races. Go's atomics are sequentially consistent, so
// the schedules show all that a program without data races can do.
//
// # Your source, unchanged
//
// The types have the names and methods of those in sync and sync/atomic. Your package can
// therefore run in the explorer as it is. Name the types that it uses in one file:
//
//	//go:build !interleave
//
//	type word = atomic.Uint64
//
// Put a twin of this file beside it:
//
//	//go:build interleave
//
//	type word = interleave.Uint64
//
// A build with the tag interleave explores the package's source. A build without the tag
// is unchanged, because an alias is only another spelling. Package [tagged] runs the tests
// that the tag adds.
//
// # Steps
//
//	step                                                      others go on meanwhile
//	operation of Uint64, Int64, Uint32, Int32, Bool, Pointer  yes
//	Lock, Send, Receive, Wait                                 until it need not wait
//	Gosched                                                   until something changed
//
// The code of a thread between two steps belongs to the first of them. A loop that waits for
// a change must call [Gosched]. Without the call the explorer follows the loop until
// Options.Steps. Several loops that write while they wait can wake one another for ever.
// The searches [Bounded] and [Random] are fair, so they end. [Reduced] and [All]
// follow such loops until Options.Steps.
//
// # Limits
//
// A program has at most 8 threads, and must do the same in each execution of one schedule.
// A thread that waits for a real lock or channel waits for ever, and a thread that runs
// without operations runs for ever.
//
// A finding holds for this program, with its few operations and small sizes. Name the
// program and the sizes beside the word exhaustive.
//
// [tagged]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged
package interleave
