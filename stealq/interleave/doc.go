// Package interleave explores the schedules of small concurrent programs: it runs a
// program again and again, one thread at a time, and decides at each communication
// who goes on.
//
// It is for code whose threads share nothing but atomic variables, and plain memory
// that passes from one to another through these: deques, lock-free lists, detectors
// of termination. Go's atomics are sequentially consistent, so for a program without
// data races the schedules that are explored here are all there is to its behaviour.
// Data races themselves are for the race detector: plain accesses are not steps.
//
// # How to use it
//
// Write the code against types that have names of its own, in one file:
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
// They have the names and methods of those in sync and sync/atomic. With the tag, the
// package's own source is what is explored. Without it nothing changes: an alias is
// another spelling of atomic.Uint64. This module's heap, stealq, overflow and mark are
// built so, and so can be a program of your own. Package [tagged] runs the tests that
// the tag adds.
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
// [Explore] tries every schedule, or one of each class that cannot be told apart
// ([Reduced]), or those with few preemptions ([Bounded]), or random ones ([Random]).
// When a check fails, a thread panics, or everybody waits, it returns the schedule:
// as a string for [Replay], and as a table with a column for each thread.
//
// # Steps
//
//	step                                                      others go on meanwhile
//	operation of Uint64, Int64, Uint32, Int32, Bool, Pointer  yes
//	Lock, Send, Receive, Wait                                 until it need not wait
//	Gosched                                                   until something changed
//
// What a thread does between two steps belongs to the first of them. A loop that
// waits for a change must call [Gosched]; then it is not scheduled again before
// another thread has written something that it looked at. Without, the explorer
// follows it until Options.Steps. Several loops that wait, and write while they do, can
// wake one another for ever: [Bounded] and [Random] are fair and come to an end, [Reduced]
// and [All] follow them until Options.Steps.
//
// # Limits
//
// At most 8 threads. The program must be deterministic but for the schedule, which is
// checked only where a thread cannot make the step that it made before: what else
// depends on randomness or map order is counted as if it did not. A thread that waits
// for a real lock or channel, or runs without operations, waits or runs for ever. What
// is found holds for this program, with its few operations and small sizes, and no
// further: name them beside the word exhaustive.
//
// [tagged]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged
package interleave
