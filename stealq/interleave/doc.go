// Package interleave explores the schedules of small concurrent programs. It runs a
// program again and again, one thread at a time. At each communication between threads
// it decides which thread goes on.
//
// It is for code whose threads share only atomic variables, and plain memory that
// passes from one thread to another by means of atomic variables. Examples are deques,
// lock-free lists and termination detectors. Go's atomics are sequentially consistent.
// The schedules that are explored here show all that a program without data races can
// do. Plain accesses are not steps. To find data races, use the race detector.
//
// # How to use it
//
// Write the code with its names for the types, and put these names in one file:
//
//	type word = atomic.Uint64
//
// Give this file the constraint
//
//	//go:build !interleave
//
// and put a twin beside it for the tag interleave, with the types of this package:
//
//	type word = interleave.Uint64
//
// These types have the names and methods of those in sync and sync/atomic. A build with the tag
// explores the package's own source. A build without the tag is unchanged, because an alias is only
// another spelling of atomic.Uint64. The packages heap, stealq, overflow and mark of this module
// are written in this way. Your program can be, too. Package [tagged] runs the tests that the tag
// adds.
//
// A [Program] sets up the shared state, begins threads and returns a check:
//
//	rep := interleave.Explore(func(w *interleave.World) func() {
//		d := New(...)
//		w.Go("owner", func() { d.Push(1); ... })
//		w.Go("thief", func() { ... })
//		return func() { ... w.Failf(...) ... }
//	}, interleave.Options{})
//
// [Explore] has four ways to search. It tries one schedule of each class that cannot be
// told apart ([Reduced]), every schedule ([All]), the schedules with few preemptions
// ([Bounded]), or random ones ([Random]). An execution fails when the check fails, when
// a thread panics, and when all threads wait. Then Explore returns the schedule in two
// forms: as a string for [Replay], and as a table with a column for each thread.
//
// # Steps
//
//	step                                                      others go on meanwhile
//	operation of Uint64, Int64, Uint32, Int32, Bool, Pointer  yes
//	Lock, Send, Receive, Wait                                 until it need not wait
//	Gosched                                                   until something changed
//
// The code of a thread between two steps belongs to the first of them.
//
// A loop that waits for a change must call [Gosched]. Then the explorer does not
// schedule the thread again before another thread has written something that the thread
// has read. Without the call the explorer follows the loop until Options.Steps. Several
// loops that wait, and that write while they wait, can wake one another for ever.
// [Bounded] and [Random] are fair, so they come to an end. [Reduced] and [All] follow
// such loops until Options.Steps.
//
// # Limits
//
// A program has at most 8 threads. It must do the same in each execution of one
// schedule. The explorer notices a difference only where a thread cannot make the step
// that it made before. A program must therefore not depend on randomness or on the
// order of a map. A thread that waits for a real lock or channel waits for ever, and a
// thread that runs without operations runs for ever.
//
// A finding holds for this program, with its few operations and small sizes. It says nothing about
// other programs. Name the program and the sizes beside the word exhaustive.
//
// [tagged]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged
package interleave
