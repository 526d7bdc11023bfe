// Package stealqtest judges a deque of your own: whether it keeps the contract of
// [stealq.Deque]. A test of three lines is enough. It gives the suite a [stealq.Kind],
// which says how deques are made and what they can do:
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
//   - Random calls of three deques agree with three lists.
//
// In the others owners and thieves meet:
//
//   - Each item is taken exactly once, and what was written before its Push is seen
//     after its Pop.
//   - A thief sees rising items, the owner falling ones.
//   - A steal is Empty only if there was nothing to take, and Lost only if the Kind Loses.
//   - Everybody gets something in the end.
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
// # What it cannot find
//
// It cannot find a race that did not happen. The suite makes owner and thieves meet some hundred thousand
// times, and a defect may need a meeting at one certain instruction. So do more:
//
//   - Run it with go test -race. The race detector also reports plain memory that two
//     goroutines use without an order between them, even where all values came out right.
//   - Run it with -count 100, on a machine with several processors.
//   - Explore every schedule of small programs: package
//     [github.com/seed-3ccf4018/halfmark/stealq/interleave] runs goroutines one step at a
//     time, in every order that matters. In its folder scene are programs over deques, and
//     the laws that they must keep.
//
// Nor does it judge speed, or whether steals ever wait for another goroutine's progress.
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
// Then go run . run --queue stealhalf,mine compares it with the recommended one, and
// go run . verify --queue mine holds its marks against the oracle.
package stealqtest
