package stealq

import (
	"fmt"
	"testing"
	"time"
)

// book holds each item to its law, taken exactly once, in the explorer's runs. An
// item's number tells who pushed it and when, so that no thread's numbers depend on
// another's progress.
type book struct {
	w      *world
	pushed [4]uint64       // by thread
	taken  map[uint64]bool // true: taken; false: in a deque
}

func newBook(w *world) *book { return &book{w: w, taken: map[uint64]bool{}} }

// push offers the next item of thread i.
func (b *book) push(i int, push func(item uint64) bool) {
	b.pushed[i]++
	item := 10*uint64(i+1) + b.pushed[i]
	b.taken[item] = false
	if !push(item) {
		delete(b.taken, item)
	}
}

func (b *book) take(item uint64) {
	switch taken, ok := b.taken[item]; {
	case !ok:
		b.w.fail("takes %d, which was never pushed", item)
	case taken:
		b.w.fail("takes item %d, which was taken before", item)
	}
	b.taken[item] = true
}

// popAll takes what is left in a deque, when all threads are done.
func (b *book) popAll(pop func() (uint64, bool)) {
	for item, ok := pop(); ok && b.w.failure == nil; item, ok = pop() {
		b.take(item)
	}
}

func (b *book) close() {
	for item, taken := range b.taken {
		if !taken {
			b.w.fail("item %d is lost", item)
		}
	}
}

// script is a small program for the explorer.
type script interface {
	fmt.Stringer
	program(w *world) (atEnd func())
}

// wrong is a form that must fail in its script, beside the form that must not.
type wrong struct {
	name        string
	wrong, same script
}

func requireCaught(t *testing.T, controls []wrong) {
	t.Helper()
	for _, c := range controls {
		t.Run(c.name, func(t *testing.T) {
			rep := explore(c.wrong.program, false)
			if rep.failure == nil {
				t.Fatalf("%v: not caught in %d runs, %d states", c.wrong, rep.runs, rep.states)
			}
			t.Logf("%v\ncaught after %d operations (%d runs, %d states): %v\n%s", c.wrong, len(rep.schedule),
				rep.runs, rep.states, rep.failure, replay(c.wrong.program, rep.schedule))
			if rep := explore(c.same.program, true); rep.failure != nil {
				t.Fatalf("the right form fails too: %v\n%s", rep.failure, replay(c.same.program, rep.schedule))
			}
		})
	}
}

// scripts is a named family of programs.
type scripts struct {
	name string
	slow bool // left out of -short and -race
	all  []script
}

// requireRight runs every schedule of every script.
func requireRight(t *testing.T, families []scripts) {
	t.Helper()
	var runs, states, count int
	for _, f := range families {
		if f.slow && (testing.Short() || raceDetector) {
			continue
		}
		began := time.Now()
		var sum report
		for _, s := range f.all {
			rep := explore(s.program, true)
			if rep.failure != nil {
				t.Fatalf("%s: %v: %v\n%s", f.name, s, rep.failure, replay(s.program, rep.schedule))
			}
			sum.runs, sum.states, sum.ends = sum.runs+rep.runs, sum.states+rep.states, sum.ends+rep.ends
		}
		t.Logf("%-38s %4d scripts %8d runs %8d states %7d ends  %v", f.name, len(f.all), sum.runs, sum.states,
			sum.ends, time.Since(began).Round(time.Millisecond))
		if len(f.all) == 0 || sum.ends < len(f.all) {
			t.Errorf("%s: %d scripts, but only %d runs came to their end", f.name, len(f.all), sum.ends)
		}
		runs, states, count = runs+sum.runs, states+sum.states, count+len(f.all)
	}
	t.Logf("%d scripts, %d runs, %d states: no item lost, doubled or made up", count, runs, states)
}

// words is every string of n letters of the alphabet.
func words(alphabet string, n int) (all []string) {
	if n == 0 {
		return []string{""}
	}
	for _, word := range words(alphabet, n-1) {
		for _, letter := range alphabet {
			all = append(all, word+string(letter))
		}
	}
	return all
}
