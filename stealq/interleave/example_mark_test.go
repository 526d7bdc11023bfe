package interleave_test

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// setOf writes a word as the set of its bits that are 1, so a table says which objects are marked.
func setOf(_ string, word uint64) string {
	var in []string
	for ; word != 0; word &= word - 1 {
		in = append(in, fmt.Sprint(bits.TrailingZeros64(word)))
	}
	return "{" + strings.Join(in, ", ") + "}"
}

// Two workers mark one object. Each looks whether the mark bit is clear, and sets it with a
// store. Both find it clear, so both scan the object.
func ExampleExplore_markTwice() {
	program := func(w *interleave.World) func() {
		var word interleave.Uint64
		w.Name("word", &word, setOf)
		scans := 0
		mark := func() {
			const bit = 1 << 3
			if old := word.Load(); old&bit == 0 {
				word.Store(old | bit)
				scans++ // the explorer runs one worker at a time
			}
		}
		w.Go("worker 0", mark)
		w.Go("worker 1", mark)
		return func() {
			if scans != 1 {
				w.Failf("the object is scanned %d times", scans)
			}
		}
	}
	rep := interleave.Explore(program, interleave.Options{})
	fmt.Print(rep.Failure.Table)
	// Output:
	// step  a worker 0                      b worker 1
	//    1  word reads: {}
	//    2                                  word reads: {}
	//    3                                  word writes: {3}
	//    4  word writes: {3}
	//       the object is scanned 2 times
}

// Two workers mark two objects whose bits lie in one word. The second store writes the bit of
// one object, and clears the bit of the other.
func ExampleExplore_lostMark() {
	program := func(w *interleave.World) func() {
		var word interleave.Uint64
		w.Name("word", &word, setOf)
		mark := func(bit uint64) {
			if old := word.Load(); old&bit == 0 {
				word.Store(old | bit)
			}
		}
		w.Go("worker 0", func() { mark(1 << 3) })
		w.Go("worker 1", func() { mark(1 << 4) })
		return func() {
			if got := word.Load(); got != 1<<3|1<<4 {
				w.Failf("the word is %s: a mark is lost", setOf("", got))
			}
		}
	}
	rep := interleave.Explore(program, interleave.Options{})
	fmt.Print(rep.Failure.Table)
	// Output:
	// step  a worker 0                      b worker 1
	//    1  word reads: {}
	//    2                                  word reads: {}
	//    3                                  word writes: {4}
	//    4  word writes: {3}
	//       the word is {3}: a mark is lost
}

// The same with one atomic instruction: the worker that finds the bit clear has set it, and
// no other bit is touched. No schedule fails.
func ExampleExplore_markOnce() {
	program := func(w *interleave.World) func() {
		var word interleave.Uint64
		scans := 0
		mark := func(bit uint64) {
			if word.Or(bit)&bit == 0 {
				scans++
			}
		}
		w.Go("worker 0", func() { mark(1 << 3); mark(1 << 4) })
		w.Go("worker 1", func() { mark(1 << 4); mark(1 << 3) })
		return func() {
			if scans != 2 || word.Load() != 1<<3|1<<4 {
				w.Failf("%d scans, the word is %d", scans, word.Load())
			}
		}
	}
	rep := interleave.Explore(program, interleave.Options{})
	fmt.Println(rep.Executions, "executions, complete:", rep.Complete, rep.Failure == nil)
	// Output: 6 executions, complete: true true
}
