//go:build interleave && !fullsize

package stealqtest

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// flaws are deques with one flaw each, what the judge must say of it, and the program and
// a part of the table that must show it, if it takes a program.
var flaws = []struct {
	name    string
	flaw    flaw
	kind    func(k *stealq.Kind)
	says    string
	program string // the beginning of the program that shows it
	table   string // a part of its table
}{
	// Races.
	{name: "no compare-and-swap in Steal", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		top := v.top.Load()
		if int64(v.bottom.Load()-top) <= 0 {
			return 0, stealq.Empty
		}
		item := v.slot(top).Load()
		v.top.Store(top + 1)
		return item, stealq.Took
	}}, says: "item 1 is taken twice", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A.", table: "A.top writes: 1"},
	{name: "bottom read before top", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		bottom := v.bottom.Load()
		top := v.top.Load()
		if int64(bottom-top) <= 0 {
			return 0, stealq.Empty
		}
		item := v.slot(top).Load()
		if !v.top.CompareAndSwap(top, top+1) {
			return 0, stealq.Lost
		}
		return item, stealq.Took
	}}, says: "item 2 is taken twice", program: "Each deque has a capacity of 2. A holds 2 items. owner of A: pop, pop. owner of B: steal one of A."},
	{name: "what was stolen stays out of reach", flaw: flaw{steal: func(d, v *flawed) (int, stealq.Outcome) {
		n, o := d.moves(v)
		if n > 0 {
			d.plain = []uint64{1}
		}
		return n, o
	}, take: func(v *flawed) (uint64, stealq.Outcome) {
		if v.plain != nil {
			return 0, stealq.Empty
		}
		return v.oldest()
	}}, says: "at the end a thief finds nothing in B, whose Len is 1, though no other thread runs", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: nothing. owner of B: steal one of A."},
	{name: "slot read after the swap", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		top := v.top.Load()
		if int64(v.bottom.Load()-top) <= 0 {
			return 0, stealq.Empty
		}
		if !v.top.CompareAndSwap(top, top+1) {
			return 0, stealq.Lost
		}
		return v.slot(top).Load(), stealq.Took
	}}, says: "item 3 is taken twice", program: "Each deque has a capacity of 2. A holds 2 items. owner of A: push", table: "swaps in"},
	{name: "top read before bottom is lowered", flaw: flaw{pop: func(d *flawed) (uint64, bool) {
		last, top := d.bottom.Load()-1, d.top.Load()
		d.bottom.Store(last)
		if int64(last-top) > 0 {
			return d.slot(last).Load(), true
		}
		won := last == top && d.top.CompareAndSwap(top, top+1)
		item := d.slot(last).Load()
		d.bottom.Store(last + 1)
		return item, won
	}}, says: "item 2 is taken twice", program: "Each deque has a capacity of 2. A holds 2 items."},
	{name: "no race for the last item", flaw: flaw{pop: func(d *flawed) (uint64, bool) {
		last := d.bottom.Load() - 1
		d.bottom.Store(last)
		if int64(last-d.top.Load()) >= 0 {
			return d.slot(last).Load(), true
		}
		d.bottom.Store(last + 1)
		return 0, false
	}}, says: "item 1 is taken twice", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A."},
	{name: "bottom before the item", flaw: flaw{push: func(d *flawed, item uint64) bool {
		bottom := d.bottom.Load()
		if bottom-d.top.Load() == uint64(len(d.slots)) {
			return false
		}
		d.bottom.Store(bottom + 1)
		d.slot(bottom).Store(item)
		return true
	}}, says: "item 0 is taken, which was never pushed", program: "Each deque has a capacity of 2. A holds no item. owner of A: push. owner of B: steal one of A."},
	{name: "empty where it was lost", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		item, o := v.oldest()
		if o == stealq.Lost {
			o = stealq.Empty
		}
		return item, o
	}}, says: "a thief finds nothing, though there is an item all the while", program: "Each deque has a capacity of 2. A holds 2 items. owner of A: nothing. owner of B: steal one of A. owner of C: steal one of A."},

	// Locks and loops.
	{name: "two locks in either order", flaw: flaw{steal: func(d, v *flawed) (n int, o stealq.Outcome) {
		d.under(func() { v.under(func() { n, o = d.moves(v) }) })
		return n, o
	}}, says: "every thread waits for ever: owner of A waits for the lock B.lock, owner of B waits for the lock A.lock", program: "Each deque has a capacity of 2. A holds", table: "A.lock locks: 1"},
	{name: "a loop that does not give way", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		for v.top.Load() == v.bottom.Load() {
		}
		return v.oldest()
	}}, says: "no end after 1000 steps (a loop that waits must call Gosched)", program: "Each deque has a capacity of 2. A holds no item. owner of A: nothing. owner of B: steal one of A.", table: "these 2 steps 498 times more"},
	{name: "a thief that waits for items", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		for v.top.Load() == v.bottom.Load() {
			interleave.Gosched()
		}
		return v.oldest()
	}}, says: "every thread waits for ever: owner of B waits in a loop", program: "Each deque has a capacity of 2. A holds no item. owner of A: nothing. owner of B: steal one of A."},

	// Panics, and answers that no call may give.
	{name: "a panic", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		item, o := v.oldest()
		if o == stealq.Lost {
			v.slots[v.top.Load()+9].Load()
		}
		return item, o
	}}, says: "the owner of B panicked: runtime error: index out of range [10] with length 2, at flaws_test.go:", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A."},
	{name: "frees a lock that is free", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		item, o := v.oldest()
		if o == stealq.Lost {
			v.lock.Unlock()
		}
		return item, o
	}}, says: "the owner of B panicked: interleave: Unlock of a free Mutex, at flaws_test.go:", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A."},
	{name: "Took without an item", flaw: flaw{steal: func(d, v *flawed) (int, stealq.Outcome) {
		n, o := d.moves(v)
		if o == stealq.Lost {
			o = stealq.Took
		}
		return n, o
	}}, says: "Steal with one returned Took with 0 items: it must be Empty or Lost", program: "Each deque has a capacity of 2. A holds 1 item. owner of A: pop. owner of B: steal one of A."},
	{name: "Lost where the Kind does not lose", kind: func(k *stealq.Kind) { k.Loses = false }, says: "Steal with one was Lost, though the Kind's Loses is false", program: "Each deque has a capacity of 2. A holds 1 item."},
	{name: "counts a steal that lost as one that took", flaw: flaw{steal: func(d, v *flawed) (int, stealq.Outcome) {
		n, o := d.moves(v)
		if o == stealq.Lost {
			d.counters.Took++
		}
		return n, o
	}}, says: "stealq: deque 1: 1 steals, but 1 took, 0 empty, 1 lost", program: "Each deque has a capacity of 2."},

	// Kinds whose thieves ask, and whose deques are one queue.
	{name: "an item behind the thief's back", kind: func(k *stealq.Kind) { *k = *forgetful() },
		says: "a thief asked and was forgotten: the owner of A has shown it no item", program: "Each deque has a capacity of 2. A holds 1 item. Thieves can see no item of A. owner of A: nothing. owner of B: steal one of A."},
	{name: "a queue that nobody locks", kind: func(k *stealq.Kind) { *k = *unlocked() },
		says: "item 1 is lost", program: "All deques are handles on one queue with a capacity of 2. A holds no item. worker a: push. worker b: push."},

	// Flaws that the explorer cannot judge.
	{name: "no step at all", flaw: flaw{
		push: func(d *flawed, item uint64) bool { d.plain = append(d.plain, item); return true },
		pop:  func(d *flawed) (uint64, bool) { return d.plainLast() },
		steal: func(d, v *flawed) (int, stealq.Outcome) {
			item, ok := v.plainLast()
			if !ok {
				return 0, stealq.Empty
			}
			d.plain = append(d.plain, item)
			return 1, stealq.Took
		},
	}, says: "no call of the deque makes a step that the explorer sees: nothing can be judged"},
	{name: "no step in Steal", flaw: flaw{steal: func(d, v *flawed) (int, stealq.Outcome) {
		item, ok := v.plainLast()
		if !ok {
			return 0, stealq.Empty
		}
		d.plain = append(d.plain, item)
		return 1, stealq.Took
	}, push: func(d *flawed, item uint64) bool {
		d.plain = append(d.plain, item)
		d.bottom.Store(uint64(len(d.plain)))
		return true
	}, pop: func(d *flawed) (uint64, bool) {
		d.bottom.Load()
		return d.plainLast()
	}}, says: "Steal makes no step that the explorer sees, though it moves an item: nothing can be judged"},
	{name: "depends on what went before", flaw: flaw{push: func(d *flawed, item uint64) bool {
		if executed++; d.bottom.Load() > 4 && executed%7 == 0 {
			return false
		}
		return d.append(item)
	}}, says: "the program does not do the same in each execution", program: "Each deque has a capacity of 2. "},
	{name: "ends its goroutine", flaw: flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		item, o := v.oldest()
		if o == stealq.Lost {
			runtime.Goexit()
		}
		return item, o
	}}, says: "ended its goroutine with runtime.Goexit"},

	// The set-up.
	{name: "refuses the first item", flaw: flaw{push: func(*flawed, uint64) bool { return false }}, says: "Push is refused by an empty deque"},
	{name: "New panics", flaw: flaw{made: func(*flawed) { panic("no memory") }}, says: "the set-up panicked: no memory, at flaws_test.go:"},
	{name: "no end of the set-up", flaw: flaw{push: func(d *flawed, _ uint64) bool {
		for d.top.Load() == 0 {
		}
		return true
	}}, says: "no end"},
}

var executed int

func (d *flawed) plainLast() (uint64, bool) {
	last := len(d.plain) - 1
	if last < 0 {
		return 0, false
	}
	item := d.plain[last]
	d.plain = d.plain[:last]
	return item, true
}

// TestFlawsAreFound: each flaw is found, called by its name, and shown in a small program.
func TestFlawsAreFound(t *testing.T) {
	for _, f := range flaws {
		t.Run(f.name, func(t *testing.T) {
			k := f.flaw.kind()
			if f.kind != nil {
				f.kind(k)
			}
			_, fault := Exploration(k)
			if fault == nil {
				t.Fatal("the judge finds nothing")
			}
			t.Log(fault)
			if !strings.Contains(fault.Says, f.says) {
				t.Errorf("it says\n%s\nwant %q", fault.Says, f.says)
			}
			if !strings.HasPrefix(fault.Program, f.program) || (f.program != "") != (fault.Table != "" && fault.Schedule != "") {
				t.Errorf("the program is\n%s\nwant %q, and a table", fault.Program, f.program)
			}
			if !strings.Contains(fault.Table, f.table) {
				t.Errorf("want %q in the table", f.table)
			}
			for line := range strings.Lines(fault.Error()) {
				if n := len([]rune(line)); n > 200 || strings.Contains(line, ".go:1 +0x") {
					t.Errorf("a line that nobody reads, of %d characters: %s", n, line)
				}
			}
			if n := strings.Count(fault.Error(), "\n"); n > 75 {
				t.Errorf("%d lines", n)
			}
		})
	}
}

// TestUnreachable: an item that lies in a deque, and that no thief can reach, is found at rest.
func TestUnreachable(t *testing.T) {
	f := flaw{pop: func(d *flawed) (uint64, bool) {
		item, ok := d.last()
		if !ok {
			d.lock.TryLock() // and never frees it
		}
		return item, ok
	}, take: func(v *flawed) (uint64, stealq.Outcome) {
		if !v.lock.TryLock() {
			return 0, stealq.Empty
		}
		defer v.lock.Unlock()
		return v.oldest()
	}}
	_, fault := Exploration(f.kind())
	if fault == nil || fault.Says != "at the end a thief finds nothing in A, whose Len is 1, though no other thread runs" {
		t.Fatalf("%v", fault)
	}
}

// TestNewPanics: a panic outside all programs is a fault, too.
func TestNewPanics(t *testing.T) {
	k := (&flaw{}).kind()
	right := k.New
	k.New = func(deques, capacity int) []stealq.Deque {
		if deques == 1 {
			panic("no deque is alone")
		}
		return right(deques, capacity)
	}
	if _, fault := Exploration(k); fault == nil || fault.Says != "no deque is alone" {
		t.Fatalf("%v", fault)
	}
}

// TestFlawlessPasses: it is the flaws that the judge finds.
func TestFlawlessPasses(t *testing.T) {
	done, fault := Exploration((&flaw{}).kind())
	if fault != nil {
		t.Fatal(fault)
	}
	t.Log(done)
	if done.Programs < 400 || done.Executions < 10_000 || done.Unfair+done.Unfinished > 0 {
		t.Errorf("that is not much: %+v", done)
	}
}

// TestShortestSchedule: what is shown is the shortest schedule of the program, not the first
// one that fails.
func TestShortestSchedule(t *testing.T) {
	_, fault := Exploration(flaws[0].flaw.kind())
	if fault.Schedule != "b5a6b5" { // the first one that fails is a3b3a3b7
		t.Errorf("schedule %s", fault.Schedule)
	}
}

// TestUnfairLoops: a lock that writes while it waits has schedules without an end, in which
// two waiting threads wake each other. They are no flaw of the deque.
func TestUnfairLoops(t *testing.T) {
	f := flaw{steal: func(d, v *flawed) (n int, o stealq.Outcome) {
		for v.spin.Swap(1) == 1 {
			interleave.Gosched()
		}
		defer v.spin.Store(0)
		return d.moves(v)
	}}
	x := &exploration{patience: patience, explore: interleave.Explore}
	form := small.Form(f.kind(), func(small.Call, int) {})
	s := scene.Scene{Form: form, Capacity: 2, Fill: []int{1}, Ops: []string{"", "o", "o", "o"}}
	if fault := x.try(s); fault != nil {
		t.Fatal(fault)
	}
	if x.Unfair != 1 || !strings.Contains(x.String(), "of 1 programs the fair schedules with at most 3 preemptions") {
		t.Errorf("%v", x.Explored)
	}
}

// TestUnfinished: programs with too many schedules are counted.
func TestUnfinished(t *testing.T) {
	if !every {
		t.Skip("explores as much as Explore does of any program: .ci/run has it")
	}
	x := &exploration{patience: patience, explore: interleave.Explore}
	form := small.Form((&flaw{}).kind(), func(small.Call, int) {})
	s := scene.Scene{Form: form, Capacity: 4, Fill: []int{2}, Ops: []string{"++", "ooo", "ooo", "ooo"}}
	if fault := x.try(s); fault != nil {
		t.Fatal(fault)
	}
	if x.Unfinished != 1 || x.Executions > maxExecutions || !strings.Contains(x.String(), "of 1 programs only some schedules") {
		t.Errorf("%v", x.Explored)
	}
}

// TestHangs: a call that never returns is named, and its goroutine left behind. Nothing can
// be judged afterwards in the same process, so this one has a process to itself.
func TestHangs(t *testing.T) {
	const child = "HALFMARK_HANGS"
	if os.Getenv(child) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHangs$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	f := flaw{take: func(v *flawed) (uint64, stealq.Outcome) {
		v.real.Lock() // the other thief holds it, and cannot go on
		defer v.real.Unlock()
		return v.oldest()
	}}
	x := &exploration{patience: time.Second, explore: interleave.Explore}
	fault := x.run(f.kind())
	if fault == nil || !strings.HasPrefix(fault.Says, "a call has not returned for 1s and makes no step") {
		t.Fatalf("%v", fault)
	}
	for _, judge := range []func() *Fault{
		func() *Fault { _, fault := Exploration(f.kind()); return fault },
		func() *Fault { return Conformance(f.kind(), Whole) },
	} {
		if fault = judge(); fault == nil || fault.Says != hanging {
			t.Fatalf("%v", fault)
		}
	}
}
