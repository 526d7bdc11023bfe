package life

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

// mark marks a graph from its own roots.
func (l *Life) mark() error {
	s := oneOf(l.random, l.subjects[:]...)
	return l.try(&attempt{subject: s, form: form(l.random.IntN(len(formNames))), roots: s.roots})
}

// fail marks with a fault. Then it marks another graph: that mark meets what the first has left. Three
// times in four the number of processors is another one, and that mark of a kind which depends on it, or
// of the same kind.
func (l *Life) fail() error {
	s := oneOf(l.random, l.subjects[:]...)
	a := &attempt{subject: s, form: l.failing(), roots: s.roots, at: l.node(s, s.reach(s.roots))}
	a.fault = oneOf(l.random, l.faultsOf(a)...)
	if err := l.try(a); err != nil {
		return err
	}
	if l.random.IntN(4) == 0 {
		return l.mark()
	}
	if err := l.process(); err != nil {
		return err
	}
	next := oneOf(l.random, l.subjects[:]...)
	return l.try(&attempt{subject: next, form: oneOf(l.random, asHeap, asArrays, a.form), roots: next.roots})
}

// failing draws a form that may fail. A callback has more ways to do so.
func (l *Life) failing() form {
	if l.random.IntN(2) == 0 && l.options.Tuning.Marking != tune.MarkingOwner {
		return oneOf(l.random, asCall, asTry)
	}
	return form(l.random.IntN(len(formNames)))
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
	f := form(l.random.IntN(len(formNames)))
	if l.random.IntN(4) > 0 {
		for f.heap() != l.last.heap {
			f = form(l.random.IntN(len(formNames)))
		}
	}
	a := &attempt{subject: s, form: f, roots: s.draw(l.random, l.random.IntN(4)), extends: true, from: l.last.reached}
	if l.last.subject != nil && l.random.IntN(4) == 0 {
		a.at = l.node(s, s.reach(a.roots))
		a.fault = oneOf(l.random, l.faultsOf(a)...)
	}
	return l.try(a)
}

// resume goes on from the bits of a mark that somebody else could have made, or from those of the last
// mark.
func (l *Life) resume() error {
	s := oneOf(l.random, l.subjects[:]...)
	from := s.reach(s.draw(l.random, l.random.IntN(3)))
	a := &attempt{subject: s, form: oneOf(l.random, asHeap, asMapped), roots: s.draw(l.random, l.random.IntN(4)), from: from, before: heap.NewBitmap(s.heap.Granules())}
	for node, live := range from {
		if live {
			a.before.TestAndSet(s.refs[node])
		}
	}
	return l.try(a)
}

// reach walks with Reach, which has nothing of the Marker's.
func (l *Life) reach() error {
	s := oneOf(l.random, l.subjects[:]...)
	l.tell("reach in %s", s.family)
	want := s.reach(s.roots)
	r, err := walk.Reach(context.Background(), s.roots, func(_ context.Context, node uint32, yield func(uint32) bool) error {
		for _, to := range s.edges[node] {
			if !yield(to) {
				break
			}
		}
		return nil
	}, walk.Options{Workers: 1 + l.random.IntN(4)})
	if err != nil {
		return err
	}
	found := make([]bool, len(want))
	for key := range r.All() {
		found[key] = true
	}
	for node := range want {
		if want[node] != found[node] {
			return fmt.Errorf("walk.Reach: node %d: reached %v, reachable %v", node, found[node], want[node])
		}
	}
	return nil
}

// try carries out an attempt, and judges it.
func (l *Life) try(a *attempt) error {
	want := a.reach(a.roots)
	fresh := slices.Clone(want)
	for node, before := range a.from {
		fresh[node] = want[node] && !before
		want[node] = want[node] || before
	}
	ctx, disarm := l.arm(a)
	r, err, exited := l.marks(ctx, a)
	disarm()
	l.told.panics.Store(false)
	l.tell("%s", a.says(err, exited))
	switch refused, why := l.refuses(a); {
	case refused:
		if r != nil || !why(err) {
			return fmt.Errorf("it should have been refused: %w", err)
		}
		l.Counts["refused"]++
		return nil
	case exited || err != nil:
		l.last.subject = nil
		l.Counts["failed"]++
		if err = a.explains(err, exited); r != nil {
			err = errors.Join(err, a.within(r, want), l.timed(r))
		}
		return err
	case a.must(fresh):
		return fmt.Errorf("the fault is %q at node %d, and there is no error", faultNames[a.fault], a.at)
	}
	l.last = last{a.subject, a.form.heap(), want}
	l.count(a, r)
	return errors.Join(a.same(r, want, fresh), l.timed(r))
}
