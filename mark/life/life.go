// Package life tests a Marker by a life: many marks one after the other, in any order, with failures between
// them. State that outlives a mark by mistake shows itself only in the next mark, and often only in one of
// another kind. It is for the tests of package mark and for gcbench stress.
//
// Call [Begin], then [Life.Do] for each event, and [Life.End]:
//
//	random := rand.New(rand.NewPCG(seed, 1))
//	l, err := life.Begin(random, life.Plan{})
//	for _, event := range life.Events() {
//		err = errors.Join(err, l.Do(random, event)) // says what went wrong, and what happened before
//	}
//	err = errors.Join(err, l.End())
//
// The Marker marks heaps, mapped heaps, arrays and callbacks. Marks are extended and resumed, cancelled,
// stopped, and ended by panics. The number of processors changes between them. Each result is compared with
// that of a plain search.
//
//	Begin ── options, which stay ──> Marker ── Do ── Do ── Do ──> End
//	                                            │
//	                                            └─> mark, fail, extend, resume, graph, processors
//
// A life repeats from its seed, except for what the schedule of the workers decides. It changes GOMAXPROCS,
// so nothing else should run meanwhile. One goroutine at a time may call the methods.
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

// Plan narrows down what a life draws. A zero field leaves everything possible.
type Plan struct {
	Deques     []*stealq.Kind
	Options    func(random *rand.Rand, o *mark.Options) // changes the options that were drawn; those that do not fit are adapted
	Nodes      [2]int                                   // the least and the most nodes of each graph; small graphs are more frequent
	Graphs     []string                                 // names of families: lists, chains, bursts, hub, random, ring, tree, layers
	DeadBytes  uint64                                   // the size of a dead object beside each graph
	Forms      []Form
	Faults     []Fault
	Processors []int // values of GOMAXPROCS
	Stalls     bool  // some calls stall in all marks of callbacks, not only in some marks
}

// Life is a Marker, the graphs that it marks, and what has happened to it.
type Life struct {
	// Around, if not nil, is called for each mark, and must call mark once. The result may be nil.
	Around func(mark func() (*mark.Result, error))

	plan       Plan
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

// Begin draws a Marker and its graphs. The error is that of mark.New, of the heap or of a file.
func Begin(random *rand.Rand, plan Plan) (*Life, error) {
	l := &Life{plan: plan.complete(), random: random, processors: runtime.GOMAXPROCS(0), told: new(told)}
	if plan.Processors != nil {
		l.process()
	}
	l.nodes = l.someNodes()
	l.draw()
	var err error
	for i := range l.subjects {
		if l.subjects[i], err = l.newSubject(); err != nil {
			return nil, err
		}
	}
	if l.marker, err = mark.New(l.options); err != nil {
		return nil, fmt.Errorf("%w: %v", err, l)
	}
	return l, nil
}

// complete gives each choice that is open its values. Graphs stay open: which ones are drawn depends on the
// options.
func (p Plan) complete() Plan {
	if p.Deques == nil {
		p.Deques = stealq.Kinds()
	}
	if p.Forms == nil {
		p.Forms = forms
	}
	if p.Processors == nil {
		p.Processors = []int{1, 2, 2, 3, 4}
	}
	return p
}

// someNodes draws a size of graphs. Most are enough for several workers.
func (l *Life) someNodes() int {
	least, most := l.plan.Nodes[0], l.plan.Nodes[1]
	switch {
	case most > 0:
		return least + l.random.IntN(1+l.random.IntN(most-least+1))
	case l.random.IntN(8) == 0:
		return 1 + l.random.IntN(40)
	}
	return 1000 + l.random.IntN(2000)
}

// End closes the Marker, and restores the number of processors.
func (l *Life) End() error {
	runtime.GOMAXPROCS(l.processors)
	l.marker.Close()
	var errs []error
	for _, s := range l.subjects {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// String returns the options, and what has happened so far.
func (l *Life) String() string {
	o := l.options
	t := o.Tuning
	return fmt.Sprintf("%d nodes, %d workers, deque %s, grain %d, capacity %d, overflow %d, steal %v, amount %v, victim %v, idle %v, marking %v, speculation %v, recruit %d, timeline %d, until %v, progress %v: %s",
		l.nodes, o.Workers, o.Deque.Name, o.Grain, o.Capacity, max(0, o.OverflowBlocks), t.Steal, t.Amount, t.Victim, t.Idle, t.Marking, t.Speculation, t.Recruit, o.Timeline,
		o.Until != nil, o.Progress != nil, strings.Join(l.history, "; "))
}

// tell writes down what happens.
func (l *Life) tell(format string, args ...any) {
	l.history = append(l.history, fmt.Sprintf(format, args...))
}

// oneOf draws one of the values.
func oneOf[T any](random *rand.Rand, values ...T) T { return values[random.IntN(len(values))] }
