package stealq

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Negative controls. The production source is explored by the tests of
// stealq/interleave/explored/stealq. Here are the forms that it departs from, as printed
// in the papers or as its comments warn of: transcripts with a switch for each. Each
// wrong form fails in some schedule of a small scene, and the form without the switch in
// none, so that the explorer and its scenes are seen to see.

// cell is a shared variable of a transcript.
type cell = interleave.Uint64

// transcript is a deque over cells.
type transcript interface {
	push(item uint64) bool
	pop() (uint64, bool)
	// take is a steal by a thief without a deque, who keeps the items.
	take(thief int, op rune) (items []uint64, o Outcome)
	// rob does what else the owner can do; other is another deque.
	rob(other transcript, op rune) error
	// show is the value of a cell in its parts.
	show(cell string, v uint64) string
}

// lawful is a transcript with a law that holds while nobody is in a method.
type lawful interface{ atRest() error }

// form makes an empty transcript whose first item will lie at index start.
type form func(capacity, start uint64) transcript

// scene is a small program over transcripts. In the operations of an owner '+' pushes
// and '-' pops; all other letters, and those of thieves, are explained at each form.
// Owner 0 turns to the second deque, everybody else to the first.
type scene struct {
	capacity uint64
	others   uint64 // capacity of all deques but the first; 0: the same
	start    uint64
	setup    []string // by deque, what its owner has done before
	ops      []string // by thread; the first len(setup) own a deque
	form     form

	never bool // no thief may find nothing
	rest  bool // hold the deques to their own law at the end; nothing else is wrong
}

func (s scene) String() string {
	return fmt.Sprintf("capacity=%d,%d/start=%d/setup=%q/ops=%q", s.capacity, s.others, s.start, s.setup, s.ops)
}

// ledger holds each item to its law: taken exactly once. An item's number tells who
// pushed it and as which one, so that numbers do not depend on the schedule.
type ledger struct {
	scene
	w      *interleave.World
	deques []transcript
	pushed []uint64
	taken  map[uint64]bool // true: taken; false: in a deque
	broken bool
}

// run is the program.
func (s scene) run(w *interleave.World) func() {
	l := &ledger{scene: s, w: w, pushed: make([]uint64, len(s.setup)), taken: map[uint64]bool{}}
	for i := range s.setup {
		capacity := s.capacity
		if i > 0 && s.others > 0 {
			capacity = s.others
		}
		d := s.form(capacity, s.start)
		w.Name(string(rune('A'+i)), d, d.show)
		l.deques = append(l.deques, d)
	}
	for i, ops := range s.setup {
		l.own(i, ops)
	}
	for i, ops := range s.ops {
		if i < len(l.deques) {
			w.Go(fmt.Sprintf("owner of %c", 'A'+i), func() { l.own(i, ops) })
		} else {
			w.Go(fmt.Sprintf("thief %d", i), func() { l.rob(i, ops) })
		}
	}
	return l.close
}

func (l *ledger) own(i int, ops string) {
	d, other := l.deques[i], l.deques[0]
	if i == 0 {
		other = l.deques[len(l.deques)-1]
	}
	for _, op := range ops {
		switch op {
		case '+':
			l.pushed[i]++
			item := 10*uint64(i) + l.pushed[i]
			l.taken[item] = false
			if !d.push(item) {
				delete(l.taken, item)
			}
		case '-':
			if item, ok := d.pop(); ok {
				l.take(item)
			}
		default:
			if err := d.rob(other, op); err != nil {
				l.fail("%v", err)
			}
		}
	}
}

func (l *ledger) rob(i int, ops string) {
	for _, op := range ops {
		items, o := l.deques[0].take(i, op)
		if o == Empty && l.never {
			l.fail("a thief finds nothing, though there is an item all the while")
		}
		for _, item := range items {
			l.take(item)
		}
	}
}

func (l *ledger) take(item uint64) {
	switch taken, ok := l.taken[item]; {
	case !ok:
		l.fail("takes %d, which was never pushed", item)
	case taken:
		l.fail("takes item %d, which was taken before", item)
	}
	l.taken[item] = true
}

func (l *ledger) fail(format string, args ...any) {
	l.broken = true
	l.w.Failf(format, args...)
}

// close pops what is left, when all threads are done, and closes the ledger.
func (l *ledger) close() {
	for i, d := range l.deques {
		if d, ok := d.(lawful); ok && l.rest {
			if err := d.atRest(); err != nil {
				l.fail("%c: %v", 'A'+i, err)
			}
		}
		for item, ok := d.pop(); ok && !l.broken; item, ok = d.pop() {
			l.take(item)
		}
	}
	for item, taken := range l.taken {
		if !taken {
			l.fail("item %d is lost", item)
		}
	}
}

// control is a wrong form, and a scene that exposes it and not the right one.
type control struct {
	name         string
	scene        scene
	wrong, right form
}

// requireCaught shows that the explorer can see. A shortest failing schedule is in the
// log (go test -v -run AreCaught).
func requireCaught(t *testing.T, controls []control) {
	for _, c := range controls {
		t.Run(c.name, func(t *testing.T) {
			wrong, right := c.scene, c.scene
			wrong.form, right.form = c.wrong, c.right
			t.Log(c.scene)
			requireOnlyWrongFails(t, wrong.run, right.run)
			if wrong.rest {
				wrong.rest = false
				rep := interleave.Explore(wrong.run, interleave.Options{})
				require.Nil(t, rep.Failure, "more than the law at rest is broken")
			}
		})
	}
}

// requireOnlyWrongFails requires that one program fails in some schedule, one of two
// preemptions at most among these, and the other in none.
func requireOnlyWrongFails(t *testing.T, wrong, right interleave.Program) {
	t.Helper()
	rep := interleave.Explore(wrong, interleave.Options{})
	require.NotNil(t, rep.Failure, "not caught in %d executions", rep.Executions)
	found := rep.Executions
	rep = interleave.Explore(wrong, interleave.Options{Search: interleave.Bounded, Preemptions: 2, Shortest: true})
	require.NotNil(t, rep.Failure, "not caught with two preemptions")
	same := interleave.Explore(right, interleave.Options{})
	require.Nil(t, same.Failure, "the right form fails too")
	require.True(t, same.Complete)
	t.Logf("caught in execution %d, after %d steps in the shortest of two preemptions; the right form has %d executions\n%v",
		found, strings.Count(rep.Failure.Table, "\n")-2, same.Executions, rep.Failure)
}
