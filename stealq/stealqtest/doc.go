// Package stealqtest judges your deque: whether it keeps the contract of [stealq.Deque].
//
// Begin with [Run], in a test of your package. Kind is your [stealq.Kind]: it says how deques
// are made and what they can do.
//
//	func TestContract(t *testing.T) { stealqtest.Run(t, Kind) }
//
// Each part of the contract is a subtest; go test -v lists them. First a single goroutine
// calls the deques, in all short sequences and at every fill level. Then owners and thieves
// meet. The kinds of package stealq pass the same suite.
//
// The folder [github.com/seed-3ccf4018/halfmark/stealq/stealqtest/example] has a deque with
// all its files, to copy.
//
// # Every schedule
//
// Run cannot find a race that does not happen while it runs. [Explore] makes every meeting
// happen: it runs small programs over the deques one step at a time, in every order of the
// steps that makes a difference. The test stands in a file with the tag interleave:
//
//	//go:build interleave
//
//	package mine
//
//	func TestEverySchedule(t *testing.T) { stealqtest.Explore(t, Kind) }
//
// The deque needs two files that name its atomic types, one for each build. The comment of
// package [interleave] shows them. Then go test -tags interleave takes some seconds, and
// passes with a line such as
//
//	481 small programs in every schedule: 12579 executions, the longest of 36 steps
//
// # Failures
//
// The first line of a failure says what the deque did and what it should have done:
//
//	Steal with one moved 2 items
//	item 17 was taken twice: it was popped from d0 and from d2
//	Pop of d0 panicked: runtime error: index out of range [8] with length 8, at mine.go:41
//	Push of d0 has not returned for 10s
//
// The calls that led there follow, or a seed and the command that runs this subtest again. A
// seed repeats the calls of each goroutine. It does not repeat how the goroutines meet, so
// add -count 20. Explore shows the shortest schedule that fails:
//
//	item 1 is taken twice
//	checked: every schedule of small programs
//	program: Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A.
//	schedule: b5a6b5
//	step  a owner of A                    b owner of B
//	   1                                  B.top reads: 0
//	...
//
// A goroutine that hangs in the deque is left behind, and the next subtest begins. Some faults
// end the whole program, for example the unlocking of a mutex that is not locked.
//
// # Limits
//
// Plain memory is no step of the explorer. Use go test -race as well. Run the suite with
// -count 100, on a machine with several processors. Neither Run nor Explore judges speed, or
// whether a steal waits for another goroutine.
//
// The explorer sees the public contract alone. If a Kind is OnRequest, it sees a forgotten
// request only where there is one thief and the owner only pushes. If a Kind is Shared, it
// runs programs of Push and Pop.
//
// # Afterwards
//
// A deque that passes can mark a heap: mark.Options{Deque: mine.Kind}. With cli.Main(mine.Kind)
// as your main function, gcbench knows it by its name: see package
// [github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli]. A program that is not a test calls
// [Conformance] and [Exploration].
//
// [interleave]: https://pkg.go.dev/github.com/seed-3ccf4018/halfmark/stealq/interleave
package stealqtest
