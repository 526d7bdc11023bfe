package stealq

import (
	"fmt"
	"testing"
	"time"
)

// scene is a small program for the explorer: deques that start with some items,
// and what each thread does. In an operation string '+' pushes, '-' pops, 'h' and
// 'o' and 'b' steal Half, One and Balance. The first owner steals from the second
// deque, everyone else from the first; a thief without a deque keeps what it takes.
type scene struct {
	capacity uint64
	start    uint64   // first index
	fill     []uint64 // items in each deque before the threads start
	ops      []string // by thread; the first len(fill) threads own a deque

	faults     fault
	form       form // what deques to build; nil: the transcript of stealhalf, with faults
	checkRange bool // hold each deque to the one-eighth invariant at the end
}

// form builds an empty deque of a kind, or of a wrong form of it, whose first item
// will lie at index start.
type form func(w *world, capacity, start uint64) under

func (s scene) String() string {
	return fmt.Sprintf("capacity=%d/start=%d/fill=%v/ops=%q", s.capacity, s.start, s.fill, s.ops)
}

// under is what a scene needs of a deque.
type under interface {
	push(item uint64) bool
	pop() (uint64, bool)
	take(thief *transcript, amount Amount) []uint64
}

// ledger holds each item to its law: taken exactly once. An item's number tells
// its deque and its place among what that deque's owner pushed, so that no thread's
// numbers depend on another's progress.
type ledger struct {
	w      *world
	pushed [4]uint64       // by deque
	taken  map[uint64]bool // true: taken; false: in a deque
}

func (l *ledger) push(i int, d under) {
	l.pushed[i]++
	item := 10*uint64(i) + l.pushed[i]
	l.taken[item] = false
	if !d.push(item) {
		delete(l.taken, item)
	}
}

func (l *ledger) take(item uint64) {
	switch taken, ok := l.taken[item]; {
	case !ok:
		l.w.fail("takes %d, which was never pushed", item)
	case taken:
		l.w.fail("takes item %d, which was taken before", item)
	}
	l.taken[item] = true
}

// program builds the scene.
func (s scene) program(w *world) (atEnd func()) {
	l := &ledger{w: w, taken: map[uint64]bool{}}
	var deques []under
	for i, fill := range s.fill {
		name := ""
		if len(s.fill) > 1 {
			name = fmt.Sprintf("%c's ", 'A'+i)
		}
		if s.form != nil {
			deques = append(deques, s.form(w, s.capacity, s.start))
		} else {
			deques = append(deques, newTranscript(w, name, s.capacity, s.start, s.faults))
		}
		for range fill {
			l.push(i, deques[i])
		}
	}
	for i, ops := range s.ops {
		switch {
		case i < len(deques):
			victim := deques[0]
			if i == 0 && len(deques) > 1 {
				victim = deques[1]
			}
			w.spawn(fmt.Sprintf("owner %c", 'A'+i), func() { l.own(i, deques[i], victim, ops) })
		default:
			w.spawn(fmt.Sprintf("thief %d", i), func() { l.rob(deques[0], ops) })
		}
	}
	return func() { l.drain(deques, s.checkRange) }
}

func (l *ledger) own(i int, d, victim under, ops string) {
	for _, op := range ops {
		switch op {
		case '+':
			l.push(i, d)
		case '-':
			if item, ok := d.pop(); ok {
				l.take(item)
			}
		default:
			d.(*transcript).steal(victim.(*transcript), amountOf(op))
		}
	}
}

func (l *ledger) rob(d under, ops string) {
	for _, op := range ops {
		for _, item := range d.take(nil, amountOf(op)) {
			l.take(item)
		}
	}
}

func amountOf(op rune) Amount {
	return map[rune]Amount{'h': Half, 'o': One, 'b': Balance}[op]
}

// drain pops what is left, when all threads are done, and closes the ledger.
func (l *ledger) drain(deques []under, checkRange bool) {
	for _, d := range deques {
		if q, ok := d.(*transcript); ok && checkRange {
			q.atRest()
		}
		for item, ok := d.pop(); ok && l.w.failure == nil; item, ok = d.pop() {
			l.take(item)
		}
	}
	for item, taken := range l.taken {
		if !taken {
			l.w.fail("item %d is lost", item)
		}
	}
}

// controls are the wrong forms, each with a scene that exposes it.
var controls = []struct {
	name  string
	scene scene
}{
	{"a: theft asked after the range test", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-", "h"}, faults: lateTheftTest}},
	{"a: empty range taken for theft", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "h"}, faults: emptyMeansTheft}},
	{"b: bottom to 0", scene{capacity: 2, start: 1, fill: []uint64{1}, ops: []string{"-", "h"}, faults: bottomToZero}},
	{"c: thief never empties the range", scene{capacity: 2, fill: []uint64{1}, ops: []string{"", "h", "h"}, faults: neverEmptyRange}},
	{"d: range before bottom", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "h", "h"}, faults: rangeFirst}},
	{"e: push tries once", scene{capacity: 2, fill: []uint64{1}, ops: []string{"+", "h"}, faults: pushTriesOnce, checkRange: true}},
	{"f: thief tries its own range once", scene{capacity: 2, fill: []uint64{1, 1}, ops: []string{"h", "", "h"}, faults: thiefTriesOnce, checkRange: true}},
	{"g: expected range read again", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-", "h"}, faults: expectReread}},
	{"h: bottom before range", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "h", "h"}, faults: bottomFirst}},
	{"i: no swap where the length stays", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "h", "h"}, faults: silentCrossing}},
	{"j: N items, indices modulo N", scene{capacity: 2, fill: []uint64{1}, ops: []string{"+", "h"}, faults: narrowIndex}},
	{"k: tag of one bit", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-+-+", "h"}, faults: shortTag}},
	{"a theft jumps over a power of two", scene{capacity: 4, fill: []uint64{1, 4}, ops: []string{"h", "h"}, faults: missedJump, checkRange: true}},
	{"copy after the swap", scene{capacity: 2, fill: []uint64{2}, ops: []string{"++", "h"}, faults: lateCopy}},
	{"one swap moves top by half", scene{capacity: 4, fill: []uint64{3}, ops: []string{"--", "h"}, form: halfByOneSwapForm}},
}

// TestWrongFormsAreCaught shows that the explorer can see: each wrong form fails
// in its scene, and the corrected form does not. The shortest failing schedule is
// in the log (go test -v -run WrongForms).
func TestWrongFormsAreCaught(t *testing.T) {
	for _, c := range controls {
		t.Run(c.name, func(t *testing.T) {
			right := c.scene
			right.faults, right.form = 0, nil
			requireOnlyWrongFails(t, c.scene, right)
		})
	}
}

// requireOnlyWrongFails requires that the explorer finds fault with one scene and none with
// the other.
func requireOnlyWrongFails(t *testing.T, wrong, right scene) {
	t.Helper()
	rep := explore(wrong.program, false)
	if rep.failure == nil {
		t.Fatalf("%v: not caught in %d runs, %d states", wrong, rep.runs, rep.states)
	}
	t.Logf("%v\ncaught after %d operations (%d runs, %d states): %v\n%s", wrong,
		len(rep.schedule), rep.runs, rep.states, rep.failure, replay(wrong.program, rep.schedule))

	if wrong.checkRange { // breaks that invariant, and nothing else
		safe := wrong
		safe.checkRange = false
		if rep := explore(safe.program, true); rep.failure != nil {
			t.Fatalf("more than the range is wrong: %v\n%s", rep.failure, replay(safe.program, rep.schedule))
		}
	}
	if rep := explore(right.program, true); rep.failure != nil {
		t.Fatalf("the corrected form fails too: %v\n%s", rep.failure, replay(right.program, rep.schedule))
	}
}

// programs is every string of n pushes and pops.
func programs(n int) (all []string) {
	if n == 0 {
		return []string{""}
	}
	for _, p := range programs(n - 1) {
		all = append(all, p+"+", p+"-")
	}
	return all
}

// batch is a family of scenes: every owner program of a length, over every fill.
type batch struct {
	capacity uint64
	start    uint64 // 2*capacity-1 is the last index before indices wrap, capacity-1 before slots do
	length   int    // of the owner's program
	thieves  []string
	form     form
}

func (b batch) scenes() (all []scene) {
	for fill := range b.capacity + 1 {
		for _, ops := range programs(b.length) {
			all = append(all, scene{capacity: b.capacity, start: b.start, fill: []uint64{fill},
				ops: append([]string{ops}, b.thieves...), form: b.form, checkRange: true})
		}
	}
	return all
}

// rings are deques that steal from each other, with every fill of each.
func rings(capacity uint64, programs ...[]string) (all []scene) {
	for _, ops := range programs {
		for a := range capacity + 1 {
			for b := range capacity + 1 {
				all = append(all, scene{capacity: capacity, start: 2*capacity - 1, fill: []uint64{a, b},
					ops: ops, checkRange: true})
			}
		}
	}
	return all
}

// TestEverySchedule runs the corrected form in every schedule of small scenes:
// every item is taken exactly once, nothing else is, and at the end each range
// is one eighth to one half of its deque.
func TestEverySchedule(t *testing.T) {
	everySchedule(t, []scenes{
		{"one thief", false, batch{2, 3, 5, []string{"h"}, nil}.scenes()},
		{"one thief/slots wrap", false, batch{2, 1, 5, []string{"h"}, nil}.scenes()},
		{"one thief/capacity 4", false, batch{4, 7, 4, []string{"h"}, nil}.scenes()},
		{"one thief/capacity 4, longer", true, batch{4, 7, 5, []string{"h"}, nil}.scenes()},
		{"one thief takes one", false, batch{4, 3, 4, []string{"o"}, nil}.scenes()},
		{"one thief twice", false, batch{2, 3, 4, []string{"hh"}, nil}.scenes()},
		{"one thief twice/capacity 4", true, batch{4, 7, 4, []string{"ho"}, nil}.scenes()},
		{"two thieves", false, batch{2, 3, 2, []string{"h", "h"}, nil}.scenes()},
		{"two thieves/longer", true, batch{2, 3, 3, []string{"h", "h"}, nil}.scenes()},
		{"two thieves/capacity 4", false, batch{4, 7, 2, []string{"h", "h"}, nil}.scenes()},
		{"two thieves/capacity 4, longer", true, batch{4, 7, 3, []string{"o", "h"}, nil}.scenes()},
		{"three thieves", true, batch{2, 3, 1, []string{"h", "h", "h"}, nil}.scenes()},
		{"stealing from each other", false, rings(2, []string{"h-", "h-"}, []string{"b+", "h-"}, []string{"oh", "b"})},
		{"stealing from each other/capacity 4", true, rings(4, []string{"h-", "b-"}, []string{"b+", "h+"})},
		{"stealing from each other/and a thief", true, rings(2, []string{"h", "h-", "h"})},
	})
}

// scenes are some that belong together.
type scenes struct {
	name   string
	slow   bool // left out of -short and -race
	scenes []scene
}

// everySchedule requires that no schedule of any scene fails.
func everySchedule(t *testing.T, batches []scenes) {
	t.Helper()
	var count, runs, states int
	for _, b := range batches {
		if b.slow && (testing.Short() || raceDetector) {
			continue
		}
		began := time.Now()
		var sum report
		for _, s := range b.scenes {
			rep := explore(s.program, true)
			if rep.failure != nil {
				t.Fatalf("%s: %v: %v\n%s", b.name, s, rep.failure, replay(s.program, rep.schedule))
			}
			sum.runs, sum.states, sum.ends = sum.runs+rep.runs, sum.states+rep.states, sum.ends+rep.ends
		}
		t.Logf("%-38s %4d scenes %8d runs %8d states %7d ends  %v", b.name, len(b.scenes), sum.runs,
			sum.states, sum.ends, time.Since(began).Round(time.Millisecond))
		if sum.ends < len(b.scenes) {
			t.Errorf("%s: %d scenes, but only %d runs came to their end", b.name, len(b.scenes), sum.ends)
		}
		count, runs, states = count+len(b.scenes), runs+sum.runs, states+sum.states
	}
	t.Logf("%d scenes, %d runs, %d states: no item lost, doubled or made up", count, runs, states)
}
