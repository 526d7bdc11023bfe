package life

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// try carries out an attempt, and judges it.
func (l *Life) try(a *attempt) (wrong error) {
	l.watch(a)
	ctx, disarm := l.arm(a)
	defer func() {
		disarm()
		l.told.panics.Store(false)
	}()
	var r *mark.Result
	var err error
	call := func() (*mark.Result, error) {
		r, err, wrong = l.marks(ctx, a)
		return r, err
	}
	if l.Around != nil {
		l.Around(call)
	} else {
		call()
	}
	l.tell("%s", a.says(err))
	if wrong == nil {
		wrong = l.judge(a, r, err)
	}
	return wrong
}

// judge says what is wrong with the end of a mark.
func (l *Life) judge(a *attempt, r *mark.Result, err error) error {
	if a.user != nil && a.user.inside.Load() != 0 {
		return fmt.Errorf("the mark returned while %d calls of user code ran", a.user.inside.Load())
	}
	refused, why := l.refuses(a)
	if refused {
		if r != nil || !why(err) {
			return fmt.Errorf("it should have been refused: %w", err)
		}
		return nil
	}
	if a.fault == Damage {
		l.last.subject = nil
		return judgeDamage(a.heap, r, err)
	}
	want := a.reach(a.roots)
	if a.fault == Fickle {
		want = search(len(a.edges), a.roots, a.user.given)
	}
	fresh := slices.Clone(want)
	for node, before := range a.from {
		fresh[node] = want[node] && !before
		want[node] = want[node] || before
	}
	if err != nil {
		return l.judgeFailure(a, r, err, want)
	}
	if a.must(fresh) {
		return fmt.Errorf("the fault is %q at node %d, and there is no error", faultNames[a.fault], a.at)
	}
	l.last = last{a.subject, a.form.heap(), want}
	if a.fault.lasting() {
		l.last.subject = nil
	}
	wrong := a.same(r, want, fresh)
	if a.user != nil && l.asksOnce() {
		wrong = errors.Join(wrong, a.user.judge(fresh))
	}
	return wrong
}

// judgeFailure judges a mark that has not come to its end. A root that is no node may be refused before the mark begins. Then nothing has changed, and the
// mark before can still be extended.
func (l *Life) judgeFailure(a *attempt, r *mark.Result, err error, want []bool) error {
	if r != nil || a.fault != FarRoot {
		l.last.subject = nil
	}
	wrong := a.explains(err)
	if r != nil {
		wrong = errors.Join(wrong, a.within(r, want))
	}
	if a.user != nil && l.asksOnce() {
		wrong = errors.Join(wrong, a.user.judge(nil))
	}
	if a.user != nil && a.fault == FarRoot && a.user.calls.Load() > 0 {
		wrong = errors.Join(wrong, errors.New("user code was asked although a root is not a node"))
	}
	return wrong
}

// refuses reports whether the Marker must refuse an attempt, and with which error. Then nothing
// happens to it.
func (l *Life) refuses(a *attempt) (refused bool, why func(error) bool) {
	switch {
	case a.form.calls() && l.options.Tuning.Marking == tune.MarkingOwner:
		return true, func(err error) bool { var bad *mark.OptionError; return errors.As(err, &bad) }
	case a.extends && (l.last.subject == nil || l.last.heap != a.form.heap()):
		return true, func(err error) bool { return errors.Is(err, mark.ErrIncomplete) }
	}
	return false, nil
}

// same demands that a result has exactly the wanted nodes. fresh are those that this mark had to
// reach.
func (a *attempt) same(r *mark.Result, want, fresh []bool) error {
	for node := range want {
		if got := r.Has(a.number(uint32(node))); got != want[node] {
			return fmt.Errorf("node %d: marked %v, reachable %v", node, got, want[node])
		}
	}
	all, marked := count(want), uint64(0)
	for range r.All() {
		marked++
	}
	switch {
	case r.Count() != all || marked != all:
		return fmt.Errorf("%d are counted, %d are marked, and %d are reachable", r.Count(), marked, all)
	case r.Stats.Marked != count(fresh):
		return fmt.Errorf("the statistics say that %d were marked, and these are %d", r.Stats.Marked, count(fresh))
	}
	return nil
}

// within demands that a result has no others.
func (a *attempt) within(r *mark.Result, want []bool) error {
	reachable := map[uint32]bool{}
	for node, in := range want {
		reachable[a.number(uint32(node))] = in
	}
	for number := range r.All() {
		if !reachable[number] {
			return fmt.Errorf("%d is marked, and is not reachable", number)
		}
	}
	return nil
}

func count(set []bool) (n uint64) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

// says is the line of the story.
func (a *attempt) says(err error) string {
	how := "mark"
	switch {
	case a.before != nil:
		how = "resume"
	case a.extends:
		how = "extend"
	}
	line := fmt.Sprintf("%s %s as %v", how, a.family, a.form)
	if a.fault != None {
		line += fmt.Sprintf(", %s at %d", faultNames[a.fault], a.at)
	}
	if err != nil {
		line += ": " + err.Error()
	}
	return line
}
