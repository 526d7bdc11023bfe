package life

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Events returns the events that [Life.Do] takes, in a new slice. A more frequent event is in it several
// times.
func Events() []string {
	return []string{"mark", "fail", "extend", "mark", "fail", "resume", "graph", "processors"}
}

// Do lets an event of [Events] happen. The error says what went wrong, and what had happened before. random
// may be another source for each event.
func (l *Life) Do(random *rand.Rand, event string) error {
	l.random = random
	err := map[string]func() error{
		"mark": l.mark, "fail": l.fail, "extend": l.extend, "resume": l.resume,
		"graph": l.graph, "processors": l.process,
	}[event]()
	if err != nil {
		return fmt.Errorf("%w: %v", err, l)
	}
	return nil
}

// some draws one of the graphs.
func (l *Life) some() *subject { return oneOf(l.random, l.subjects[:]...) }

// form draws a form in which a graph is marked.
func (l *Life) form() Form { return oneOf(l.random, l.plan.Forms...) }

// mark marks a graph from its own roots.
func (l *Life) mark() error { return l.markAs(l.some(), l.form()) }

func (l *Life) markAs(s *subject, f Form) error {
	return l.try(&attempt{subject: s, form: f, roots: s.roots})
}

// fail marks with a fault. Then it marks another graph: that mark meets what the first has left. Three
// times in four the number of processors is another one, and that mark of a kind which depends on it, or
// of the same kind.
func (l *Life) fail() error {
	a := l.faulty()
	if err := l.try(a); err != nil {
		return err
	}
	if l.random.IntN(4) == 0 && !a.fault.lasting() {
		return l.mark()
	}
	if err := l.process(); err != nil {
		return err
	}
	next := []Form{AsHeap, AsArrays}
	if !a.fault.lasting() {
		next = append(next, a.form)
	}
	return l.markAs(l.some(), oneOf(l.random, next...))
}

// faulty draws an attempt with a fault. Where none of the plan's faults fits it has none.
func (l *Life) faulty() (a *attempt) {
	for range 50 {
		s := l.some()
		a = &attempt{subject: s, form: l.failing(), roots: s.roots, at: l.node(s, s.reach(s.roots))}
		if l.hasFault(a) {
			break
		}
	}
	return a
}

// failing draws a form that may fail. A callback has more ways to do so.
func (l *Life) failing() Form {
	calls := slices.DeleteFunc(slices.Clone(l.plan.Forms), func(f Form) bool { return !f.calls() })
	if len(calls) > 0 && l.random.IntN(2) == 0 && l.options.Tuning.Marking != tune.MarkingOwner {
		return oneOf(l.random, calls...)
	}
	return l.form()
}

// node draws a node of this set. Once in four times it is any node.
func (l *Life) node(s *subject, set []bool) uint32 {
	at := l.random.IntN(len(set))
	if l.random.IntN(4) > 0 {
		for i := range set {
			if at := (at + i) % len(set); set[at] {
				return uint32(at)
			}
		}
	}
	return uint32(at)
}

// extend goes on from the last mark, in any form of the same graph that has the same numbers. If there is
// nothing to go on from, or if the form has other numbers, as one in four has, it must be refused.
func (l *Life) extend() error {
	s := l.last.subject
	if s == nil {
		s = l.subjects[0]
	}
	f := l.form()
	if l.random.IntN(4) > 0 {
		for f.heap() != l.last.heap {
			f = l.form()
		}
	}
	a := &attempt{subject: s, form: f, roots: s.draw(l.random, l.random.IntN(4)), extends: true, from: l.last.reached}
	if l.last.subject != nil && l.random.IntN(4) == 0 {
		a.at = l.node(s, s.reach(a.roots))
		l.hasFault(a)
	}
	return l.try(a)
}

// resume goes on from the bits of a mark that another Marker could have made, or from those of the
// last mark.
func (l *Life) resume() error {
	s := l.some()
	from := s.reach(s.draw(l.random, l.random.IntN(3)))
	a := &attempt{subject: s, form: oneOf(l.random, AsHeap, AsMapped), roots: s.draw(l.random, l.random.IntN(4)), from: from, before: heap.NewBitmap(s.heap.Granules())}
	for node, live := range from {
		if live {
			a.before.TestAndSet(s.refs[node])
		}
	}
	return l.try(a)
}

// graph replaces a graph by another one with as many nodes. The mapping of its file ends. The graph
// of the last mark stays, because that mark may go on.
func (l *Life) graph() error {
	i := l.random.IntN(len(l.subjects))
	if l.last.subject == l.subjects[i] {
		i = (i + 1) % len(l.subjects)
	}
	s, err := l.newSubject()
	if err != nil {
		return err
	}
	old := l.subjects[i]
	l.subjects[i] = s
	l.tell("a graph of %s", s.family)
	return old.close()
}

// process changes the number of processors.
func (l *Life) process() error {
	n := oneOf(l.random, l.plan.Processors...)
	runtime.GOMAXPROCS(n)
	l.tell("%d processors", n)
	return nil
}
