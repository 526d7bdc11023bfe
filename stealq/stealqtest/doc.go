// Package stealqtest judges your deque: whether it keeps the contract of [stealq.Deque]. A test of
// three lines is enough. It gives the suite a [stealq.Kind], which says how deques are made and
// what they can do:
//
//	func TestMine(t *testing.T) {
//		stealqtest.Run(t, mine.Kind)
//	}
//
// The kinds of package stealq pass the same suite.
//
// # What it judges
//
// Each part of the contract is a subtest; go test -v lists them. In the first ones a
// single goroutine calls the deques:
//
//   - New makes as many deques as it is asked for, empty, of exactly that capacity, and
//     panics for a number or a capacity that is not allowed.
//   - The owner pops the item that it pushed last. A thief takes the oldest ones. They
//     keep their order.
//   - A steal moves as many items as its amount allows, never more than the thief has
//     room for: all fill levels, amounts and indices of small deques are tried.
//   - Outcomes, counters, Len, Cap and Reset are right, and stealq.Check agrees.
//   - Nothing is allocated after New, unless the Kind Grows.
//   - All short sequences of calls of two deques agree with two lists, and random calls of
//     three deques with three lists.
//
// In the others owners and thieves meet:
//
//   - Each item is taken exactly once, and what was written before its Push is seen
//     after its Pop.
//   - A thief sees rising items, the owner falling ones.
//   - A steal is Empty only if there was nothing to take, and Lost only if the Kind Loses.
//   - Each thief gets something in the end.
//
// Some checks run only for kinds with Shared or OnRequest; see these fields of
// [stealq.Kind].
//
// # What a failure says
//
// The first line says what the deque did, and what it should have done. For example:
//
//	Steal with one moved 2 items
//	item 17 was taken twice: it was popped from d0 and from d2
//	Pop of d0 panicked: runtime error: index out of range [8] with length 8, at mine.go:41
//	Push of d0 has not returned for 10s
//
// If a single goroutine called the deques, the calls that led there follow. Otherwise, or
// if the calls were random, the last line has the seed. That line is the command that runs
// the one subtest again; give it in the folder of your test. A seed repeats what each
// goroutine calls. How the goroutines meet is new each time, so add -count 20.
//
// A goroutine that hangs in the deque is left behind, and the next subtest begins. Some
// faults end the whole Go program, for example the unlocking of a mutex that is not
// locked. Then the suite ends, too.
//
// # Every schedule
//
// The suite cannot find a race that does not happen while it runs. A defect may need a
// meeting at one certain instruction. [Explore] makes every meeting happen: it runs small
// programs over the deques one step at a time, in every order of the steps that makes a
// difference. For this it needs two files beside the deque. One names the types through
// which goroutines share memory:
//
//	//go:build !interleave
//
//	package mine
//
//	import "sync/atomic"
//
//	type word = atomic.Uint64
//
// The other one has the same names for the explorer's types:
//
//	//go:build interleave
//
//	package mine
//
//	import "github.com/seed-3ccf4018/halfmark/stealq/interleave"
//
//	type word = interleave.Uint64
//
// The deque uses these names alone. Package interleave has a type for each type of sync/atomic and
// for sync.Mutex, and a Gosched for loops that wait. The test stands in its file:
//
//	//go:build interleave
//
//	package mine
//
//	func TestEverySchedule(t *testing.T) { stealqtest.Explore(t, Kind) }
//
// Run it with go test -tags interleave. It takes a second or some, and passes with a line
// such as
//
//	481 small programs in every schedule: 12579 executions, the longest of 36 steps
//
// A program has two or three threads. An owner makes up to four calls. One or two thieves
// steal, or two owners steal from each other. The capacities are 2 and 4. These deques begin
// empty, full and all between. In some programs the capacity is 256, and there are few items. In the end, a thief finds items in each deque that has some.
// Package
// [github.com/seed-3ccf4018/halfmark/stealq/stealqtest/example] is a deque with all its
// files, to copy.
//
// A failure says what is wrong, which program shows it, and the shortest schedule, with a
// column for each thread. The schedule can be repeated as often as one likes:
//
//	item 1 is taken twice
//	checked: every schedule of small programs
//	program: Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A.
//	schedule: b5a6b5
//	step  a owner of A                    b owner of B
//	   1                                  B.top reads: 0
//	...
//	   9  A.top swaps in: 1, was 0
//	...
//	  12                                  A.top writes: 1
//
// A deque can show the values of its variables in words; see [Shower]. A deque whose calls
// make no step that the explorer sees fails: there would be nothing to judge. The same
// holds for one that loops without a Gosched, one that panics, and one whose threads all
// wait for ever.
//
// The judge sees the public contract alone. Of a Kind that is OnRequest the explorer sees whether a
// request is forgotten only where there is one thief and the owner only pushes. Of a Kind that is
// Shared it runs programs of Push and Pop.
//
// # What is left
//
// Plain memory is no step of the explorer, and the suite sees only values. Run both with
// go test -race as well: the race detector reports plain memory that two goroutines use
// without an order between them, even where all values came out right. Run the suite
// with -count 100, on a machine with several processors.
//
// Neither judges speed, or whether steals ever wait for another goroutine's progress.
//
// A program that is no test calls [Conformance] and [Exploration].
//
// # What comes next
//
// A deque that passes can mark a heap: mark.Options{Deque: mine.Kind}. With a main of five
// lines, the tool gcbench knows it by its name:
//
//	package main
//
//	import (
//		"example.com/mine"
//
//		"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli"
//	)
//
//	func main() { cli.Main(mine.Kind) }
//
// Then go run . run --deque stealhalf,mine compares it with the recommended one, and
// go run . verify --deque mine holds its marks against the oracle.
package stealqtest
