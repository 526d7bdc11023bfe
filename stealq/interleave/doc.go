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
// and compile it a second time, as a copy, with interleave's types in that file.
// They have the names and methods of those in sync and sync/atomic, so the copy's
// import path is all that changes. Type aliases cost nothing: the production code
// is what it would be with atomic.Uint64 written out. The packages below
// interleave/explored are such copies of this module's own packages, made by
// internal/gen and held to their originals by a test.
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
package interleave

//go:generate go run ./internal/gen
