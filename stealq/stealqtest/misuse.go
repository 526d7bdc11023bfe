package stealqtest

import (
	"fmt"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// stranger is a deque of no kind.
type stranger struct{ stealq.Deque }

func misuse(s *solo) {
	for _, capacity := range []int{-2, 0, 1, 3, 6, stealq.MaxCapacity + 1, 2 * stealq.MaxCapacity} {
		s.mustPanic(fmt.Sprintf("New(1, %d)", capacity), making, func() { s.kind.New(1, capacity) })
	}
	s.mustPanic("New(0, 8)", making, func() { s.kind.New(0, 8) })

	ds := s.deques(2, 8)
	victim, thief := ds[0], ds[1]
	s.fill(victim, 1, 4)
	s.mustPanic("Steal from a victim of another kind", stealing, func() {
		thief.Steal(stranger{victim.Deque}, s.kind.Amounts[0])
	})
	for _, a := range append(stealq.Amounts(), 9) {
		if !s.kind.Offers(a) {
			s.mustPanic(fmt.Sprintf("Steal with %v, which the Kind does not list,", a), stealing, func() {
				thief.Steal(victim.Deque, a)
			})
		}
	}
	s.unload(victim)
	s.unload(thief)
}

// mustPanic makes a call that is a programming error.
func (s *solo) mustPanic(what string, kind doing, call func()) {
	s.enter(kind)
	panicked := true
	func() {
		defer func() { _ = recover() }()
		call()
		panicked = false
	}()
	s.rest()
	if !panicked {
		s.fail("%s returned: it must panic", what)
	}
}

// noAllocation: fresh deques allocate nothing unless their kind Grows, and deques that
// were full once allocate nothing at all.
func noAllocation(t *trial) {
	const families = 4
	var all [][]*deque
	fresh := leastAllocations(func() {
		for range families {
			all = append(all, t.deques(2, 64))
		}
	}, func() {
		for _, ds := range all[len(all)-families:] {
			fillStealEmpty(t, ds[0], ds[1])
		}
	})
	if fresh > 0 && !t.kind.Grows {
		t.fail("fresh deques of capacity 64 allocated %d times, though the Kind's Grows is false", fresh)
	}
	ds := all[0]
	for _, d := range ds { // both have been full from here on
		for i := range uint64(d.Cap()) {
			t.push(d, i)
		}
	}
	used := leastAllocations(func() {}, func() {
		t.reset(ds[0])
		t.reset(ds[1])
		fillStealEmpty(t, ds[0], ds[1])
	})
	if used > 0 {
		t.fail("deques that had been full once allocated %d times after Reset", used)
	}
}

// leastAllocations is the least number of allocations of several runs: what else the
// program allocates meanwhile is not in all of them.
func leastAllocations(prepare, run func()) (least uint64) {
	var before, after runtime.MemStats
	for i := range 5 {
		prepare()
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; i == 0 || n < least {
			least = n
		}
	}
	return least
}

func fillStealEmpty(t *trial, victim, thief *deque) {
	for i := range uint64(victim.Cap()) {
		t.push(victim, i)
	}
	for range victim.Cap() / 2 {
		if _, o := t.steal(thief, victim, most(t.kind)); o == stealq.Empty && t.kind.OnRequest {
			serve(t, victim)
			t.steal(thief, victim, most(t.kind))
		}
	}
	for _, d := range []*deque{victim, thief} {
		t.empty(d, func(uint64) {})
	}
}
