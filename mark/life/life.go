// Package life lets one Marker live. The Marker marks heaps, mapped heaps, arrays and callbacks,
// one after the other and in any order. Marks are extended and resumed, cancelled, stopped and
// ended by panics. The number of processors changes between them. Each result is held against a
// plain search. What outlives a mark by mistake shows itself only in the next one, and most of it
// only if the next one is of another kind.
//
//	Begin ── options, which stay ──> Marker ── Do ── Do ── Do ──> End
//	                                            │
//	                                            └─> mark, fail, extend, resume, graph, processors, reach
//
// A life repeats from its seed, but for what the workers' schedule decides. The state machine of
// the tests of package mark draws lives, and so does a scenario of gcbench stress.
//
// A life changes GOMAXPROCS. So nothing else should run meanwhile. One goroutine at a time may call
// the methods.
package life

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Life is a Marker, what it marks, and what has happened to it.
type Life struct {
	// Ended, if not nil, is told the end of each mark. The result may be nil.
	Ended func(r *mark.Result, err error)
	// Counts says how often something happened in a mark, by name.
	Counts map[string]int

	random     *rand.Rand // of the event under way
	options    mark.Options
	marker     *mark.Marker
	told       *told
	subjects   [3]*subject
	nodes      int // of each subject
	lists      int // of six subjects, how many are lists
	last       last
	processors int // of the program
	history    []string
}

// last is the last mark with its extensions, if it was complete.
type last struct {
	*subject // nil if it was not
	heap     bool
	reached  []bool
}

// Begin draws a Marker with deques of these kinds, and what it will mark.
func Begin(random *rand.Rand, kinds []*stealq.Kind) (*Life, error) {
	l := &Life{Counts: map[string]int{}, random: random, processors: runtime.GOMAXPROCS(0), told: new(told)}
	l.nodes = 1 + random.IntN(40)
	if random.IntN(8) > 0 {
		l.nodes = 1000 + random.IntN(2000)
	}
	l.draw(kinds)
	var err error
	for i := range l.subjects {
		if l.subjects[i], err = newSubject(random, l.nodes, l.lists); err != nil {
			return nil, err
		}
	}
	if l.marker, err = mark.New(l.options); err != nil {
		return nil, fmt.Errorf("%w: %v", err, l)
	}
	return l, nil
}

// Events are the names of what can happen. What should happen more often is in it several times.
func Events() []string {
	return []string{"mark", "fail", "extend", "mark", "fail", "resume", "graph", "processors", "reach"}
}

// Do lets one of the events happen. An error says what went wrong, and what had happened before.
func (l *Life) Do(random *rand.Rand, event string) error {
	l.random = random
	err := map[string]func() error{
		"mark": l.mark, "fail": l.fail, "extend": l.extend, "resume": l.resume,
		"graph": l.graph, "processors": l.process, "reach": l.reach,
	}[event]()
	if err != nil {
		return fmt.Errorf("%w: %v", err, l)
	}
	return nil
}

// End closes the Marker, and puts the number of processors back.
func (l *Life) End() error {
	runtime.GOMAXPROCS(l.processors)
	l.marker.Close()
	var errs []error
	for _, s := range l.subjects {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// String is the story of the life.
func (l *Life) String() string {
	o := l.options
	t := o.Tuning
	return fmt.Sprintf("%d nodes, %d workers, queue %s, grain %d, deque %d, overflow %d, steal %v, amount %v, victim %v, idle %v, marking %v, speculation %v, recruit %d, timeline %d, until %v, progress %v: %s",
		l.nodes, o.Workers, o.Deque.Name, o.Grain, o.Capacity, max(0, o.OverflowBlocks), t.Steal, t.Amount, t.Victim, t.Idle, t.Marking, t.Speculation, t.Recruit, o.Timeline,
		o.Until != nil, o.Progress != nil, strings.Join(l.history, "; "))
}

// tell writes down what happens.
func (l *Life) tell(format string, args ...any) {
	l.history = append(l.history, fmt.Sprintf(format, args...))
}

// graph replaces a graph by another one with as many nodes. The mapping of its file ends. The graph
// of the last mark stays, because that mark may go on.
func (l *Life) graph() error {
	at := &l.subjects[l.random.IntN(len(l.subjects))]
	if l.last.subject == *at {
		return nil
	}
	s, err := newSubject(l.random, l.nodes, l.lists)
	if err != nil {
		return err
	}
	old := *at
	*at = s
	l.tell("a graph of %s", s.family)
	return old.close()
}

// process changes the number of processors.
func (l *Life) process() error {
	n := oneOf(l.random, 1, 2, 2, 3, 4)
	runtime.GOMAXPROCS(n)
	l.tell("%d processors", n)
	return nil
}

// oneOf draws one of the values.
func oneOf[T any](random *rand.Rand, values ...T) T { return values[random.IntN(len(values))] }
